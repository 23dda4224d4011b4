import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { LinkRow } from "./linkRow.ts";

type CappedLink = Pick<LinkRow, "id" | "options">;

/**
 * How many more visits the caps of links allow, in their order; null for a link without a cap. Visits that a redirector
 * holds ready count as left until they are used. Links without a cap cost no query.
 */
export async function visitsLeft({ reads }: Reads, links: readonly CappedLink[]): Promise<(number | null)[]> {
  const caps = links.map(capOf);
  const wanted = caps.flatMap((cap) => cap ?? []);
  if (wanted.length === 0) return links.map(() => null);
  const rows = await readRows<{ linkId: string; number: number; used: number }>(
    reads,
    `SELECT link_id AS "linkId", number, used FROM unnest(?::uuid[], ?::integer[]) AS wanted (id, cap)
     JOIN link_cap ON link_id = wanted.id AND number = wanted.cap`,
    [wanted.map(({ id }) => id), wanted.map(({ number }) => number)],
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
