import type { Totals } from "../../clicks/counts/cachedTotals.ts";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { linkTextNames, linkTexts } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { domainToUnicode } from "node:url";
import { z } from "zod";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { countOrUnknown, groupReference, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { entity, part } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { tag } from "../tags/operations.ts";
import { destination } from "./destinationOfLink.ts";
import { domainState, isUnreachable, shortUrlOf } from "./domainOfLink.ts";
import { linkHistory } from "./history.ts";
import type { LinksById } from "./linksById.ts";
import { listingIn } from "./linkRow.ts";
import { linkState, listingSource } from "./options/enums.ts";
import { optionFields, optionRestNames, optionsComputed, optionsOnly, optionWeights } from "./options/shown.ts";
import { stateOf } from "./options/state.ts";
import type { LinkServices } from "./services.ts";
import {
  type BotCounting,
  groupOf,
  isFavouriteOf,
  type LinkShowing,
  organisedOf,
  placeOf,
  type ShownLink,
  tagsOf,
  totalsInRest,
  totalsOf,
} from "./surroundings.ts";

export const linksTag: Tag = { name: "Links", description: "Short links, their clicks and their edit history" };

export const longText = { text: 20 };

/** A change of a field in the history of a link. */
export const change = part(
  "LinkChange",
  "A changed field, with its values before and after",
  {
    field: z
      .string()
      .describe(
        `Name of the field: name, originalUrl, shortUrl, domain, group, tags, ${linkTextNames.join(", ")}, isArchived, isFavourite, isActive, ban, listing, or an option`,
      ),
    from: z.string().nullable().describe("Value before the change; null for none"),
    to: z.string().nullable().describe("Value after the change; null for none"),
  },
  { from: longText, to: longText },
);

/** An edit in the history of a link. */
export const historyEntry = part("LinkHistoryEntry", "An edit of a link: all changes that one command made", {
  version: z.int().min(1).describe("Number of the edit, which identifies it when it is reverted"),
  at: instant.describe("Time of the edit"),
  by: z
    .string()
    .nullable()
    .describe('Name of the user, or "An operator"; null for the system and for deleted accounts'),
  type: z.string().describe("Event type, such as LinkRenamed; LinkEdited if the edit made several changes"),
  changes: z.array(change).describe("Fields that the edit changed, with their values"),
  revertible: z.boolean().describe("Whether a revert of this edit would change the link"),
});

const listing = part(
  "Listing",
  "A harmful URL of a link, and the reason why it is listed",
  {
    url: z.string().describe("The URL that is listed as harmful"),
    reason: z.string().describe("Explanation of the listing, for users"),
    source: listingSource.describe("The source that lists the URL"),
  },
  { url: longText },
);

const linkDomain = part("LinkDomain", "The custom domain of a link", {
  name: z.string().describe("Host name in lower case, in Punycode"),
  displayName: z.string().describe("Host name in Unicode"),
  state: domainState.describe("Whether the domain is verified and served"),
});

export const domainName = z
  .string()
  .optional()
  .describe("Host name of the custom domain; absent for the default domain");

/** The fields of a link's own row. */
export const own = {
  name: z.string().describe("Name of the link"),
  originalUrl: z.string().describe("Destination URL"),
  shortUrl: z.string().describe("Short code, without the host"),
  ...recordOf(linkTextNames, (name) => z.string().nullable().describe(linkTexts[name].description.output)),
  isArchived: z.boolean().describe("Whether the link is archived: hidden from lists by default, but still redirecting"),
  isActive: z.boolean().describe("Whether the workspace has activated the link; a banned link never redirects"),
  banReason: z.string().optional().describe("Reason of a ban by an operator; absent or null unless the link is banned"),
  listing: listing
    .optional()
    .describe(
      "The harmful URL because of which visitors get a warning instead of a redirect; absent or null if there is none",
    ),
};
export const ownWeights = { originalUrl: longText, note: longText, ...optionWeights };

export const tagNames = z.array(z.string());
const noOfClicks = totalsInRest.field(
  (total, _row, { countBots }: BotCounting) => total && (countBots ? total.all : total.people),
);

/** A link in REST and GraphQL. */
export const link = entity<ShownLink, LinkShowing>()({
  name: "Link",
  description: "A short link, with its destination, state and options",
  fields: {
    id: recordId.describe("ID of the link"),
    etag: z.string().describe("Version of the link for ifMatch; changes with every edit, but not with clicks"),
    ...own,
    fullShortUrl: z.string().describe("Full short URL, including the host"),
    domain: linkDomain.nullable().describe("Custom domain of the link; null for the default domain"),
    domainName,
    domainState: domainState
      .optional()
      .describe(
        "State of the custom domain; the link redirects only if it is verified or misconfigured. Absent for the default domain",
      ),
    groupReference: groupReference.nullable(),
    noOfClicks: countOrUnknown,
    state: linkState.describe("Current state of the link for visitors"),
    tags: z
      .array(z.custom<object>().register(graphqlTypes, { type: tag.type }))
      .describe("Tags of the link, sorted by name"),
    tagNames: tagNames.describe("Names of the tags, sorted; `GET /api/tags` returns their colours"),
    isFavourite: z.boolean().describe("Whether the caller has marked the link as a favourite"),
    isFavouriteInRest: z.boolean().describe("Whether the caller has marked the link as a favourite"),
    destination: destination
      .optional()
      .describe("Metadata and availability of the page at originalUrl; absent until the page has been checked"),
    ...optionFields,
    visitsLeft: z
      .int()
      .min(0)
      .optional()
      .describe("Remaining visits before the click limit is reached; absent or null without maxClicks"),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last edit"),
  },
  computed: {
    etag: ({ revision }) => etagOf(revision),
    shortUrl: ({ code }) => code,
    isArchived: ({ archivedAt }) => archivedAt !== null,
    listing: listingIn,
    fullShortUrl: placeOf.field(({ domain }, row, services: ShortUrl) =>
      shortUrlOf(services, row, new Map(domain && [[row.domain, domain]])),
    ),
    domain: placeOf.field(({ domain }) =>
      domain ? { name: domain.name, displayName: domainToUnicode(domain.name), state: domain.state } : null,
    ),
    domainName: placeOf.field(({ domain }) => domain?.name),
    domainState: placeOf.field(({ domain }) => domain?.state),
    groupReference: groupOf.field((group) => group),
    noOfClicks,
    state: placeOf.field(({ domain, visitsLeft }, row, services: Clock) =>
      stateOf(row, services.now(), { isUnreachable: isUnreachable(domain), visitsLeft }),
    ),
    tags: tagsOf.field((tags) => tags),
    tagNames: organisedOf.field((organised) => organised?.tags ?? []),
    isFavourite: isFavouriteOf.field((isFavourite) => isFavourite),
    isFavouriteInRest: organisedOf.field((organised) => organised?.isFavourite ?? false),
    destination: organisedOf.field((organised) => organised?.destination),
    ...optionsComputed,
    visitsLeft: placeOf.field((place) => place.visitsLeft),
  },
  restNames: {
    domainName: "domain",
    groupReference: "groupId",
    tagNames: "tags",
    isFavouriteInRest: "isFavourite",
    ...optionRestNames,
  },
  only: {
    etag: "graphql",
    domain: "graphql",
    domainName: "rest",
    domainState: "rest",
    groupReference: "rest",
    noOfClicks: "rest",
    state: "graphql",
    tags: "graphql",
    tagNames: "rest",
    isFavourite: "graphql",
    isFavouriteInRest: "rest",
    destination: "rest",
    ...optionsOnly,
  },
  weights: { ...ownWeights, tags: { length: 3 } },
});

/** A link as a field of another entity. */
export const linkValue = z.custom<ShownLink>().register(graphqlTypes, { type: link.type });

const { field, addedTo } = fieldsOf<ShownLink, LinkServices>();

/** The fields of a link that take arguments or need a separate query. */
export const linkFields = addedTo(link.type, [
  field({
    name: "clicks",
    description: "Number of clicks since creation; null while the analytics database is unavailable",
    takes: { bots: z.boolean().default(false) },
    answer: countOrUnknown,
    async run(row, _services, { bots }, _actor, context) {
      const total = await totalsOf.ofOne(context, row);
      return total && (bots ? total.all : total.people);
    },
  }),
  field({
    name: "history",
    description: "Edits of the link, oldest first; at most the latest 1,000 changes",
    answer: z.array(historyEntry),
    weight: { cost: 50, length: 50 },
    run: ({ id }, services, _given, actor) => linkHistory(services, actor, id),
  }),
]);

/** The field `link` of objects with a link id. */
export const linkField = fieldsOf<{ readonly linkId: string | null }, LinksById>().field({
  name: "link",
  description: "The link; null if it was deleted or is unknown",
  answer: linkValue.nullable(),
  async run({ linkId }, { linkById }, _given, actor) {
    authorizeOwn(actor, "links:read");
    return linkId === null ? null : linkById(linkId);
  },
});

/** A link in short REST lists. */
export const linkSummary = entity<ShownLink, Reads & Totals & Logs & BotCounting>()({
  name: "LinkSummary",
  description: "A short link, with the fields that compact lists show",
  fields: {
    id: recordId,
    name: own.name,
    shortUrl: own.shortUrl,
    domain: domainName,
    noOfClicks: countOrUnknown,
    createdAt: instant,
  },
  computed: {
    shortUrl: ({ code }) => code,
    domain: placeOf.field(({ domain }) => domain?.name),
    noOfClicks,
  },
});
