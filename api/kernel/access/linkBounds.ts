/** The links that a credential may access: those that match every given bound. At least one is given. */
export interface LinkBounds {
  /** The number of a domain. */
  readonly domain: number | null;
  readonly groupId: string | null;
  readonly tagId: string | null;
}

/** The domain, group and tags of a link. */
export interface LinkPlaces {
  readonly domain: number;
  readonly groupId: string | null;
  readonly tagIds: readonly string[];
}

export function isWithin(bounds: LinkBounds, { domain, groupId, tagIds }: LinkPlaces): boolean {
  return (
    (bounds.domain === null || bounds.domain === domain) &&
    (bounds.groupId === null || bounds.groupId === groupId) &&
    (bounds.tagId === null || tagIds.includes(bounds.tagId))
  );
}
