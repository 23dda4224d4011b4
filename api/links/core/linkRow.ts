import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { linkTextNames } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import type { ListingSource } from "@hoplog/schema/events/link.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { columnsOf } from "../../kernel/database/reads.ts";
import type { Listing } from "./link.ts";

const properties = {
  id: p.uuid().primary(),
  ownerId: p.uuid(),
  name: p.text(),
  domain: p.integer(),
  code: p.text(),
  originalUrl: p.text(),
  groupId: p.uuid().strictNullable(),
  ...recordOf(linkTextNames, () => p.text().strictNullable()),
  archivedAt: p.datetime(3).strictNullable(),
  /** As its owner has it: a banned link leads nowhere all the same. */
  isActive: p.boolean(),
  banReason: p.text().strictNullable(),
  /** One of its URLs that is listed as a bad one, with why and by whom; null while none is. */
  listedUrl: p.text().strictNullable(),
  listingReason: p.text().strictNullable(),
  listingSource: p.text().$type<ListingSource>().strictNullable(),
  options: p.json<LinkOptions>(),
  /** As the options have it. */
  expiresAt: p.datetime(3).strictNullable(),
  revision: p.integer(),
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
};

/** Projection of the link streams. */
export const LinkRow = defineEntity({ name: "LinkRow", tableName: "link", properties });

export type LinkRow = InferEntity<typeof LinkRow>;

/** Reads a link under the names of {@link LinkRow} where the ORM is gone around. */
export const linkColumns = columnsOf("link", properties);

export function expiryOf({ expiresAt }: LinkOptions): Date | null {
  return expiresAt === undefined ? null : new Date(expiresAt);
}

/** A link's listing as its row has it; null for one that is not listed. */
export function listingIn({ listedUrl, listingReason, listingSource }: ListingColumns): Listing | null {
  if (listedUrl === null || listingReason === null || listingSource === null) return null;
  return { url: listedUrl, reason: listingReason, source: listingSource };
}

export type ListingColumns = Pick<LinkRow, "listedUrl" | "listingReason" | "listingSource">;
