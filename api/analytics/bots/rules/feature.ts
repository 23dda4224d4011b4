import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Registry } from "prom-client";
import { z } from "zod";
import type { Logs } from "../../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../../kernel/calls/feature.ts";
import { readRows, type Reads } from "../../../kernel/database/reads.ts";
import type { RuleServices } from "./commands.ts";
import { ruleFaces } from "./operations.ts";

const monthsRow = z.object({ months: z.number() });

/** A workspace's own bot rules, and a preview of their effect on past clicks. */
export const botRules: RunningFeature<RuleServices, Reads & Logs & { readonly registry: Registry }> = {
  start({ reads, logger, registry }) {
    readGauge({
      name: "hoplog_api_partly_reclassified_months",
      help: "Months of clicks that `make reclassify` has replaced only in part",
      registry,
      async read() {
        return (
          monthsRow
            .array()
            .parse(
              await readRows(reads, sql`SELECT count(*)::integer AS months FROM rejudged_month WHERE NOT is_whole`),
            )[0]?.months ?? 0
        );
      },
      onFailure: (error) => logger.warn({ err: error }, "cannot count partly reclassified months"),
    });
    return { services: {}, stop: async () => {} };
  },
  ...ruleFaces,
};
