import type { Matcher } from "../blocklist/matching.ts";
import type { Listing } from "../../core/link.ts";

/** Returns the threat that the checker found at a URL; null for none, and for an unchecked URL. */
export type ThreatOf = (url: string) => string | null;

export interface ListableLink {
  /** All URLs that the link may redirect to. */
  readonly urls: readonly string[];
  readonly listing: Listing | null;
}

/**
 * Returns the listing of a link; null if there is none. The current listing remains as long as it applies, with its
 * current reason.
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
