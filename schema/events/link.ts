import { z } from "zod";
import { importSources } from "../imports/sources.ts";
import { linkOptionsSchema } from "../links/options/options.ts";
import { type LinkTextName, linkTextNames, linkTexts } from "../links/texts.ts";
import { recordBy, recordOf } from "../recordOf.ts";
import { domainNumber } from "../topics/links/key.ts";
import { instant } from "./envelope.ts";

const id = z.uuid();

/**
 * Origin of an imported link. `key` is a hash of its id at the source that does not reveal the id; see `keyOfSource`.
 */
export const importedSchema = z.object({
  source: z.enum(importSources),
  key: z.string(),
  importId: id,
  /** When the link was created at the source; absent if unknown. */
  createdAt: instant.optional(),
});

export const linkCreated = z.object({
  type: z.literal("LinkCreated"),
  version: z.literal(1),
  data: z.object({
    linkId: id,
    ownerId: id,
    name: z.string(),
    /** Number of the link's domain; absent for the default domain. */
    domain: domainNumber.optional(),
    code: z.string(),
    originalUrl: z.string(),
    groupId: id.nullable(),
    /** Absent if the link has no options. */
    options: linkOptionsSchema.optional(),
    /** Absent if there are no tags. Texts are absent if they are empty. */
    tagIds: z.array(id).optional(),
    ...recordOf(linkTextNames, () => z.string().optional()),
    /** Present only for links imported as inactive: deactivated at the source, or with a restriction that was lost. */
    isActive: z.literal(false).optional(),
    /** Present only for imported links that were archived at the source. */
    isArchived: z.literal(true).optional(),
    /** Absent if the link was not imported. */
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
    /** Numbers of the old and new domain; absent for the default domain. */
    fromDomain: domainNumber.optional(),
    toDomain: domainNumber.optional(),
    at: instant,
  }),
});
export const linkMovedToGroup = changed("LinkMovedToGroup", id.nullable());
/** Ids in ascending order; ids of deleted tags remain until the next change. */
export const linkTagsChanged = changed("LinkTagsChanged", z.array(id));
/** One of the link's texts changed; `type` determines which. */
export const linkTextChanged = z.object({
  type: z.literal(linkTextNames.map((name) => linkTexts[name].event)),
  version: z.literal(1),
  data: z.object({ linkId: id, from: z.string().nullable(), to: z.string().nullable(), at: instant }),
});
/** The link is hidden from lists, but still redirects. */
export const linkArchived = occurred("LinkArchived");
export const linkUnarchived = occurred("LinkUnarchived");
/** A favourite belongs to one user: each user has separate favourites. */
export const linkFavourited = ofPerson("LinkFavourited");
export const linkUnfavourited = ofPerson("LinkUnfavourited");
/** `from` and `to` contain only the options that changed; an option missing from one of them has its default there. */
export const linkOptionsChanged = changed("LinkOptionsChanged", linkOptionsSchema);
export const linkActivated = occurred("LinkActivated");
export const linkDeactivated = occurred("LinkDeactivated");
export const linkDeleted = z.object({
  type: z.literal("LinkDeleted"),
  version: z.literal(1),
  data: z.object({ linkId: id, domain: domainNumber.optional(), code: z.string(), at: instant }),
});

/** Banned by an operator: the link doesn't redirect, even if its owner has activated it. */
export const linkBanned = z.object({
  type: z.literal("LinkBanned"),
  version: z.literal(1),
  data: z.object({ linkId: id, reason: z.string(), at: instant }),
});
export const linkBanLifted = occurred("LinkBanLifted");

/** Source of a listed destination: the operator's blocklist, or the checker that the operator configured. */
export const listingSources = ["blocklist", "checker"] as const;
export type ListingSource = (typeof listingSources)[number];

/** A possible destination of the link is listed as malicious: visitors get a warning instead. */
export const linkListed = z.object({
  type: z.literal("LinkListed"),
  version: z.literal(1),
  data: z.object({
    linkId: id,
    source: z.enum(listingSources),
    /** The listed URL of the link. */
    url: z.string(),
    /** The reason from the list; safe to show to the owner. */
    reason: z.string(),
    at: instant,
  }),
});
/** None of the link's URLs is listed any more. */
export const linkUnlisted = occurred("LinkUnlisted");

/**
 * Declares the event of a change. It contains the old and the new value, so that a link's history can be shown without
 * replaying it.
 */
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

/** Returns whether an event changed one of the link's texts. */
export function isTextChange(event: LinkEvent): event is LinkTextChanged {
  return Object.hasOwn(textOfEvent, event.type);
}

/** Returns the name of the text that an event changed. */
export function changedText({ type }: LinkTextChanged): LinkTextName {
  return textOfEvent[type];
}
