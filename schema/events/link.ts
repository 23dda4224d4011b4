import { z } from "zod";
import { importSources } from "../imports/sources.ts";
import { linkOptionsSchema } from "../links/options/options.ts";
import { type LinkTextName, linkTextNames, linkTexts } from "../links/texts.ts";
import { recordBy, recordOf } from "../recordOf.ts";
import { domainNumber } from "../topics/links/key.ts";
import { instant } from "./envelope.ts";

const id = z.uuid();

/** Where an imported link comes from. `key` stands for its id there, of which nothing can be read: see `keyOfSource`. */
export const importedSchema = z.object({
  source: z.enum(importSources),
  key: z.string(),
  importId: id,
  /** When it was made there; absent where that isn't known. */
  createdAt: instant.optional(),
});

export const linkCreated = z.object({
  type: z.literal("LinkCreated"),
  version: z.literal(1),
  data: z.object({
    linkId: id,
    ownerId: id,
    name: z.string(),
    /** The number of its domain; absent for the default one. */
    domain: domainNumber.optional(),
    code: z.string(),
    originalUrl: z.string(),
    groupId: id.nullable(),
    /** Absent for a link without any. */
    options: linkOptionsSchema.optional(),
    /** Absent where there is none, as each of its texts. */
    tagIds: z.array(id).optional(),
    ...recordOf(linkTextNames, () => z.string().optional()),
    /** The two are absent but for imported links that were switched off, or archived, where they come from. */
    isActive: z.literal(false).optional(),
    isArchived: z.literal(true).optional(),
    /** Absent for a link that was made here. */
    imported: importedSchema.optional(),
    at: instant,
  }),
});

export const linkRenamed = changed("LinkRenamed", z.string());
export const linkRetargeted = changed("LinkRetargeted", z.string());
export const linkCodeChanged = z.object({
  type: z.literal("LinkCodeChanged"),
  version: z.literal(1),
  data: z.object({
    linkId: id,
    from: z.string(),
    to: z.string(),
    /** Numbers of the domains of both; absent for the default one. */
    fromDomain: domainNumber.optional(),
    toDomain: domainNumber.optional(),
    at: instant,
  }),
});
export const linkMovedToGroup = changed("LinkMovedToGroup", id.nullable());
/** Ids in ascending order; tags that were deleted stay in them until the next change. */
export const linkTagsChanged = changed("LinkTagsChanged", z.array(id));
/** One of its texts; the type says which. */
export const linkTextChanged = z.object({
  type: z.literal(linkTextNames.map((name) => linkTexts[name].event)),
  version: z.literal(1),
  data: z.object({ linkId: id, from: z.string().nullable(), to: z.string().nullable(), at: instant }),
});
/** It is left out of lists, and goes on redirecting. */
export const linkArchived = occurred("LinkArchived");
export const linkUnarchived = occurred("LinkUnarchived");
/** For one person: others have favourites of their own. */
export const linkFavourited = ofPerson("LinkFavourited");
export const linkUnfavourited = ofPerson("LinkUnfavourited");
/** Each end holds the options that were changed and no others; one that is missing is at its default there. */
export const linkOptionsChanged = changed("LinkOptionsChanged", linkOptionsSchema);
export const linkActivated = occurred("LinkActivated");
export const linkDeactivated = occurred("LinkDeactivated");
export const linkDeleted = z.object({
  type: z.literal("LinkDeleted"),
  version: z.literal(1),
  data: z.object({ linkId: id, domain: domainNumber.optional(), code: z.string(), at: instant }),
});

/** By an operator: it leads nowhere, whether or not its owner has it switched on. */
export const linkBanned = z.object({
  type: z.literal("LinkBanned"),
  version: z.literal(1),
  data: z.object({ linkId: id, reason: z.string(), at: instant }),
});
export const linkBanLifted = occurred("LinkBanLifted");

/** Who may say that a destination is bad: the operators' blocklist, or the checker that they have named. */
export const listingSources = ["blocklist", "checker"] as const;
export type ListingSource = (typeof listingSources)[number];

/** A URL that the link may lead to is listed as a bad one: visitors get a warning instead. */
export const linkListed = z.object({
  type: z.literal("LinkListed"),
  version: z.literal(1),
  data: z.object({
    linkId: id,
    source: z.enum(listingSources),
    /** The listed URL of the link. */
    url: z.string(),
    /** As the list has it; fit to be shown to the owner. */
    reason: z.string(),
    at: instant,
  }),
});
/** None of its URLs is listed any more. */
export const linkUnlisted = occurred("LinkUnlisted");

/** A change names both ends, so that a link's history reads without folding it. */
function changed<T extends string, V extends z.ZodType>(type: T, value: V) {
  return z.object({
    type: z.literal(type),
    version: z.literal(1),
    data: z.object({ linkId: id, from: value, to: value, at: instant }),
  });
}

function occurred<T extends string>(type: T) {
  return z.object({ type: z.literal(type), version: z.literal(1), data: z.object({ linkId: id, at: instant }) });
}

function ofPerson<T extends string>(type: T) {
  return z.object({
    type: z.literal(type),
    version: z.literal(1),
    data: z.object({ linkId: id, userId: id, at: instant }),
  });
}

export const linkEventSchema = z.discriminatedUnion("type", [
  linkCreated,
  linkRenamed,
  linkRetargeted,
  linkCodeChanged,
  linkMovedToGroup,
  linkOptionsChanged,
  linkTagsChanged,
  linkTextChanged,
  linkArchived,
  linkUnarchived,
  linkFavourited,
  linkUnfavourited,
  linkActivated,
  linkDeactivated,
  linkDeleted,
  linkBanned,
  linkBanLifted,
  linkListed,
  linkUnlisted,
]);

export type LinkEvent = z.infer<typeof linkEventSchema>;
export type LinkTextChanged = z.infer<typeof linkTextChanged>;

const textOfEvent = recordBy(
  linkTextNames,
  (name) => linkTexts[name].event,
  (name): LinkTextName => name,
);

/** Whether an event changed one of the link's texts. */
export function isTextChange(event: LinkEvent): event is LinkTextChanged {
  return Object.hasOwn(textOfEvent, event.type);
}

/** The text that an event changed. */
export function changedText({ type }: LinkTextChanged): LinkTextName {
  return textOfEvent[type];
}
