import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { LinkRow } from "./linkRow.ts";
import { readGauge } from "@hoplog/platform/metrics/readGauge.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import type { Registry } from "prom-client";
import type { Logs } from "../../kernel/calls/capabilities.ts";

type CappedLink = Pick<LinkRow, "id" | "options">;

/**
 * Returns the remaining visits of links, in their order; null for a link without a cap. Visits leased by a redirector
 * count as remaining until they are used. Links without a cap need no query.
 */
export async function visitsLeft({ reads }: Reads, links: readonly CappedLink[]): Promise<(number | null)[]> {
  const caps = links.map(capOf);
  const wanted = caps.flatMap((cap) => cap ?? []);
  if (wanted.length === 0) return links.map(() => null);
  const rows = await readRows<{ linkId: string; number: number; used: number }>(
    reads,
    sql`SELECT link_id AS "linkId", number, used FROM unnest(${wanted.map(({ id }) => id)}::uuid[],
      ${wanted.map(({ number }) => number)}::integer[]) AS wanted (id, cap)
     JOIN link_cap ON link_id = wanted.id AND number = wanted.cap`,
  );
  const used = new Map(rows.map((row) => [keyOf(row.linkId, row.number), row.used]));
  return caps.map((cap) => cap && Math.max(0, cap.max - (used.get(keyOf(cap.id, cap.number)) ?? 0)));
}

function capOf({ id, options: { maxClicks: max, capNumber: number } }: CappedLink) {
  return max === undefined || number === undefined ? null : { id, max, number };
}

function keyOf(linkId: string, number: number): string {
  return `${linkId} ${number}`;
}

/** SQL condition for overdue rows of `visit_lease`: a running listener settles a lease within about a second. */
export const leaseIsOverdue = sql`granted_at < now() - interval '1 minute'`;

/** Exports a metric of leased visits whose redirector seems to be down. */
export function measureOverdueLeases({ reads, logger }: Reads & Logs, registry: Registry): void {
  readGauge({
    name: "hoplog_api_leased_visits_overdue",
    help: "Visits of links with maxClicks that redirectors have leased for more than a minute",
    registry,
    async read() {
      const { rows } = await reads.query<{ visits: number }>(
        sql`SELECT coalesce(sum(visits), 0)::float8 AS visits FROM visit_lease WHERE ${leaseIsOverdue}`,
      );
      return rows[0]?.visits ?? 0;
    },
    onFailure: (error) => logger.warn({ err: error }, "could not count long-running leases of visits"),
  });
}
