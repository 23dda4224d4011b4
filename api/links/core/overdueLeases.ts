import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import type { Registry } from "prom-client";
import type { Logs } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";

/** A condition on `visit_lease`: a listener that lives settles a lease within about a second. */
export const leaseIsOverdue = "granted_at < now() - interval '1 minute'";

/** Measures how many visits are leased by redirectors that seem to be away. */
export function measureOverdueLeases({ reads, logger }: Reads & Logs, registry: Registry): void {
  readGauge({
    name: "hoplog_api_leased_visits_overdue",
    help: "Visits of links with a cap that a redirector has leased for more than a minute",
    registry,
    async read() {
      const { rows } = await reads.query<{ visits: number }>(
        `SELECT coalesce(sum(visits), 0)::float8 AS visits FROM visit_lease WHERE ${leaseIsOverdue}`,
      );
      return rows[0]?.visits ?? 0;
    },
    onFailure: (error) => logger.warn({ err: error }, "visits that are leased for long can't be counted"),
  });
}
