import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Logs } from "../calls/capabilities.ts";
import type { Reads } from "../database/reads.ts";

/** A condition on `visit_lease`: a listener that lives settles a lease within about a second. */
export const leaseIsOverdue = "granted_at < now() - interval '1 minute'";

/** Whoever reads metrics learns nothing of this one while Postgres stands still, and all others. */
const patienceMs = 1000;

/** Says how many visits are leased by redirectors that seem to be away; as it was, while Postgres gives no answer. */
export function measureOverdueLeases({ reads, logger }: Reads & Logs, registry: Registry): void {
  let asking: Promise<void> | null = null;
  const gauge: Gauge = new Gauge({
    name: "hoplog_api_leased_visits_overdue",
    help: "Visits of links with a cap that a redirector has leased for more than a minute",
    registers: [registry],
    async collect() {
      asking ??= read().finally(() => (asking = null));
      const patience = new AbortController();
      await Promise.race([asking, setTimeout(patienceMs, undefined, { ref: false, signal: patience.signal })]);
      patience.abort();
    },
  });

  async function read(): Promise<void> {
    try {
      const { rows } = await reads.query<{ visits: number }>(
        `SELECT coalesce(sum(visits), 0)::float8 AS visits FROM visit_lease WHERE ${leaseIsOverdue}`,
      );
      gauge.set(rows[0]?.visits ?? 0);
    } catch (error) {
      logger.warn({ err: error }, "visits that are leased for long can't be counted");
    }
  }
}
