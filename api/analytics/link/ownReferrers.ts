import type { Count, LinkStats, TopValue } from "./linkStats.ts";
import type { OwnReferrers } from "./services.ts";

/** The top lists of a link, with the hosts marked that have short links of this installation. */
export async function withOwnReferrers(
  { ownAmong }: OwnReferrers,
  { tops }: LinkStats,
): Promise<Readonly<Record<keyof LinkStats["tops"], readonly TopValue[]>>> {
  const own = await ownAmong([...new Set([...tops.source, ...tops.referrer].map(({ value }) => value))]);
  const marked = (counts: readonly Count[]) => counts.map((count) => ({ ...count, isOwn: own.has(count.value) }));
  return { ...tops, source: marked(tops.source), referrer: marked(tops.referrer) };
}
