import type { LinkStats, TopValue } from "./linkStats.ts";
import type { OwnReferrers } from "./services.ts";

/** The top lists of a link, with the referrers marked that are short links of this installation. */
export async function withOwnReferrers(
  { ownAmong }: OwnReferrers,
  { tops }: LinkStats,
): Promise<Readonly<Record<keyof LinkStats["tops"], readonly TopValue[]>>> {
  const own = await ownAmong(tops.referrer.map(({ value }) => value));
  return { ...tops, referrer: tops.referrer.map((count) => ({ ...count, isOwn: own.has(count.value) })) };
}
