import { csvLine } from "@hoplog/schema/csv.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { ShownDestination } from "../../links/core/destinationOfLink.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { shownOptions } from "../../links/core/options/shown.ts";

/** Columns of a line of `links.csv` that are not in the link's row. */
export interface LinkFacts {
  readonly shortUrl: string;
  /** Number of clicks by people, and of all clicks. */
  readonly people: number;
  readonly all: number;
  /** Remaining visits; null for a link without a limit. */
  readonly visitsLeft: number | null;
  readonly tags: readonly string[];
  readonly isFavourite: boolean;
  readonly destination:
    | (Pick<ShownDestination, "title" | "description"> & {
        readonly deadSince: Date | string | null;
      })
    | null;
}

export const linkHeading = [
  "id",
  "name",
  "short code",
  "short URL",
  "original URL",
  "group id",
  "active",
  "clicks",
  "clicks with bots",
  "created",
  "updated",
  "options",
  "listed URL",
  "listing reason",
  "tags",
  "note",
  "external id",
  "archived",
  "favourite",
  "destination title",
  "destination description",
  "destination dead since",
] as const;

type Exported = Omit<LinkRow, "ownerId" | "domain" | "expiresAt" | "revision" | "listingSource">;

/** Formats a line of `links.csv`, which the CSV importer can read. */
export function linkCsvLine(link: Exported, facts: LinkFacts): string {
  const { title = null, description = null, deadSince = null } = facts.destination ?? {};
  return csvLine([
    link.id,
    link.name,
    link.code,
    facts.shortUrl,
    link.originalUrl,
    link.groupId,
    link.isActive && link.banReason === null,
    facts.people,
    facts.all,
    link.createdAt.toISOString(),
    link.updatedAt.toISOString(),
    optionsText(link.options, facts.visitsLeft),
    link.listedUrl,
    link.listingReason,
    tagsText(facts.tags),
    link.note,
    link.externalId,
    link.archivedAt?.toISOString() ?? null,
    facts.isFavourite,
    title,
    description,
    deadSince === null ? null : new Date(deadSince).toISOString(),
  ]);
}

function optionsText(options: LinkOptions, left: number | null): string | null {
  if (Object.keys(options).length === 0) return null;
  return JSON.stringify({ ...shownOptions(options), ...(left !== null && { visitsLeft: left }) });
}

/** Joins names with commas, or as JSON if one contains a separator of the importer or looks like JSON. */
function tagsText(tags: readonly string[]): string {
  return tags.some((tag) => /^[[{]|[|;]/.test(tag)) ? JSON.stringify(tags) : tags.join(",");
}
