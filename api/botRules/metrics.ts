import { Gauge, type Registry } from "prom-client";
import { z } from "zod";
import { readRows, type Reads } from "../database/reads.ts";

const row = z.object({ months: z.number() });

/** Asked for at each scrape; while Postgres doesn't answer, the last value stays. */
export function measureHalfJudgedMonths({ reads }: Reads, registry: Registry): void {
  const halfJudged: Gauge = new Gauge({
    name: "hoplog_api_partly_reclassified_months",
    help: "Months of which a make reclassify has put some tables in place and not all of them",
    registers: [registry],
    async collect() {
      await readRows(reads, "SELECT count(*)::integer AS months FROM rejudged_month WHERE NOT is_whole", []).then(
        (rows) => halfJudged.set(row.array().parse(rows)[0]?.months ?? 0),
        () => {},
      );
    },
  });
}
