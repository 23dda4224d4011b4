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
  /** The owner's setting; a banned link does not redirect, whatever the setting. */
  isActive: p.boolean(),
  banReason: p.text().strictNullable(),
  /** One of the link's URLs that is listed as harmful, with the reason and the source; null if none is. */
  listedUrl: p.text().strictNullable(),
  listingReason: p.text().strictNullable(),
  listingSource: p.text().$type<ListingSource>().strictNullable(),
  options: p.json<LinkOptions>(),
  /** Copied from the link's options. */
  expiresAt: p.datetime(3).strictNullable(),
  revision: p.integer(),
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
};

/** Projection of the link streams. */
export const LinkRow = defineEntity({ name: "LinkRow", tableName: "link", properties });

export type LinkRow = InferEntity<typeof LinkRow>;

/** Columns aliased to the properties of {@link LinkRow}, for queries that bypass the ORM. */
export const linkColumns = columnsOf("link", properties);

export function expiryOf({ expiresAt }: LinkOptions): Date | null {
  return expiresAt === undefined ? null : new Date(expiresAt);
}

/** Returns the listing of a link's row; null if it has none. */
export function listingIn({ listedUrl, listingReason, listingSource }: ListingColumns): Listing | null {
  if (listedUrl === null || listingReason === null || listingSource === null) return null;
  return { url: listedUrl, reason: listingReason, source: listingSource };
}

export type ListingColumns = Pick<LinkRow, "listedUrl" | "listingReason" | "listingSource">;
