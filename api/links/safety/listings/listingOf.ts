import type { Matcher } from "../blocklist/matching.ts";
import type { Listing } from "../../core/link.ts";

/** What the checker has against a URL; null for nothing, and for one that it was not asked about. */
export type ThreatOf = (url: string) => string | null;

export interface ListableLink {
  /** All that it may lead to. */
  readonly urls: readonly string[];
  readonly listing: Listing | null;
}

/**
 * Why a link is listed; null where nothing is against it. As long as its present listing holds it stays the one that is shown,
 * with the reason that is given now.
 */
export function listingOf({ urls, listing }: ListableLink, matcher: Matcher, threatOf: ThreatOf): Listing | null {
  const found = [
    ...urls.flatMap((url) => asListing("blocklist", url, matcher.find(url)?.reason)),
    ...urls.flatMap((url) => asListing("checker", url, threatOf(url))),
  ];
  return found.find(({ source, url }) => source === listing?.source && url === listing.url) ?? found[0] ?? null;
}

function asListing(source: Listing["source"], url: string, reason: string | null | undefined): Listing[] {
  return reason === null || reason === undefined ? [] : [{ source, url, reason }];
}

export function isSameListing(a: Listing | null, b: Listing | null): boolean {
  return a?.source === b?.source && a?.url === b?.url && a?.reason === b?.reason;
}
