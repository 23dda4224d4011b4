import type { LinkCardFragment } from "../core/graphql/generated/graphql.ts";

/** A link as queried by lists. */
export const springLink: LinkCardFragment = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  name: "Spring",
  originalUrl: "https://example.com/spring",
  shortUrl: "spring",
  fullShortUrl: "http://localhost:3001/spring",
  isActive: true,
  banReason: null,
  listing: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  clicks: 3,
  group: null,
  tags: [],
  note: null,
  externalId: null,
  isArchived: false,
  isFavourite: false,
  domain: null,
  destination: null,
};
