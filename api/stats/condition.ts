import type { TimeRange } from "./range.ts";

/** The clicks of one link in a range, as a WHERE of `clicks` with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: Record<string, unknown>;
}

export function clicksOf(link: { readonly ownerId: string; readonly id: string }, range: TimeRange): Condition {
  const parts = ["owner_id = {owner: UUID}", "link_id = {link: UUID}"];
  const params: Record<string, unknown> = { owner: link.ownerId, link: link.id };
  if (range.from) {
    parts.push("at >= {from: DateTime64(3, 'UTC')}");
    params["from"] = forClickHouse(range.from);
  }
  if (range.to) {
    parts.push("at < {to: DateTime64(3, 'UTC')}");
    params["to"] = forClickHouse(range.to);
  }
  return { sql: parts.join(" AND "), params };
}

/** Milliseconds since the epoch as a decimal number of seconds, which no time zone setting can bend. */
export function forClickHouse(date: Date): string {
  return (date.getTime() / 1000).toFixed(3);
}
