import type { Listing } from "./link.ts";
import type { LinkRow } from "./linkRow.ts";

/** A link's listing as its row has it; null for one that is not listed. */
export function listingIn({ listedUrl, listingReason, listingSource }: ListingColumns): Listing | null {
  if (listedUrl === null || listingReason === null || listingSource === null) return null;
  return { url: listedUrl, reason: listingReason, source: listingSource };
}

export type ListingColumns = Pick<LinkRow, "listedUrl" | "listingReason" | "listingSource">;
