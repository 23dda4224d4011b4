import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { reservedText } from "@hoplog/schema/codes/rules.js";
import { validationError } from "@hoplog/schema/errors.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { authorize, authorizeLinks, type Member } from "../../kernel/access/authorize.ts";
import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { type EditLink, links } from "./decide.ts";
import { getLink } from "./queries.ts";
import { placesIn, requireReach } from "./places.ts";
import { domainsByNumber, domainsOf, type KnownDomains } from "./domainOfLink.ts";
import { refuseBoundExternalId } from "./externalId.ts";
import { editsOf, fieldsBefore, type FieldsBefore } from "./edits.ts";
import { requireGroup } from "./groupOfLink.ts";
import { pastEvents } from "./history.ts";
import { parseLinkChanges } from "./input.ts";
import type { LinkChanges, LinkInput } from "./linkChanges.ts";
import { LinkRow } from "./linkRow.ts";
import type { LinksById } from "./linksById.ts";
import { type HashedPassword, hashLinkPassword, storePassword } from "./options/password.ts";
import { needsTimeZone } from "./options/read.ts";
import { refuseForbiddenUrls } from "./options/urls.ts";
import type { OwnHosts } from "./ownHosts.ts";
import { refuseListed } from "./refuseListed.ts";
import type { TagCreator } from "../tags/commands.ts";
import { changedTags, existingTags, type TagChange } from "./tagsOfLink.ts";
import { refuseUtm, utmRulesFor } from "./utmOfLink.ts";
import { defaultPlace, findPlaces, type Place, placeOf, readCode, withHostOf } from "./place.ts";

/** The dependencies of edits. */
export type Editing = Events &
  Ids &
  Clock &
  PasswordHashing &
  OwnHosts &
  Reads &
  KnownDomains &
  Blocklist &
  LinksById &
  LimitsOf<"linkPasswords">;

/**
 * Edits a link. Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl` or `externalId`, NOT_FOUND_ERROR for the link or
 * the group, AUTHORIZATION_ERROR for the short URL of a banned link, and RATE_LIMIT_ERROR for a password.
 */
export async function editLink(services: Editing, actor: Actor, linkId: string, input: LinkInput): Promise<LinkRow> {
  const prepared = await prepareEdit(services, actor, input);
  const given = prepared.changes.password;
  const password = typeof given === "string" ? await hashPasswordOf(services, actor, linkId, given) : given;
  return services.eventStore.unitOfWork(async (tx) => {
    await editLinkWithin(services, tx, originOf(services, actor), { member: actor, linkId, prepared, password });
    return tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
  });
}

/** An edit that has passed the checks that don't need the link. */
export interface PreparedEdit {
  readonly input: LinkInput;
  readonly changes: LinkChanges;
  /** Whether the link may be in, or move to, another domain than the default one. */
  readonly hasDomains: boolean;
  /** Tags to add and remove, if the input doesn't list all tags of the link. */
  readonly tags?: TagChange | undefined;
}

/**
 * Validates the parts of an input that don't depend on stored data of the link, before the link is read. Throws
 * VALIDATION_ERROR.
 */
export async function prepareEdit(
  services: Reads & KnownDomains & OwnHosts & Blocklist,
  member: Member,
  input: LinkInput,
): Promise<PreparedEdit> {
  const hasDomains = input.domain !== undefined || (await services.domains.anyExist());
  const changes = parseLinkChanges(
    hasDomains ? { ...input, shortUrl: undefined, domain: "" } : input,
    services.ownHosts,
  );
  refuseListed(services, changes);
  refuseUtm(await utmRulesFor(services, authorizeLinks(member, "links:write"), [changes]), changes);
  return { input, changes, hasDomains };
}

interface OneEdit {
  readonly member: Member;
  readonly linkId: string;
  readonly prepared: PreparedEdit;
  /** The new password; null removes it, undefined leaves it unchanged. */
  readonly password: HashedPassword | null | undefined;
}

/**
 * Edits a link like {@link editLink}, within a unit of work and the command of `origin`. Returns whether it changed
 * anything.
 */
export async function editLinkWithin(
  services: Editing,
  tx: Transaction,
  origin: CommandOrigin,
  { member, linkId, prepared, password }: OneEdit,
): Promise<boolean> {
  const { input, changes, hasDomains } = prepared;
  const {
    password: _,
    tags,
    ...edit
  }: LinkChanges & { readonly domain?: number } = hasDomains || needsTimeZone(input)
    ? await changesOf(services, tx, member, linkId, input)
    : changes;
  const tagIds = await tagsAfter(services, tx, { member, origin }, linkId, tags ? { set: tags } : prepared.tags);
  await requireReach(tx, member, [linkId]);
  await refuseBoundExternalId(tx, member, linkId, edit.externalId);
  const hashed = password !== undefined && {
    options: { ...edit.options, passwordId: password && password.passwordId },
  };
  const at = services.now();
  const command: EditLink = {
    type: "EditLink",
    linkId,
    by: member,
    at: at.toISOString(),
    ...edit,
    ...tagIds,
    ...hashed,
  };
  if (command.groupId) await requireGroup(tx, member, command.groupId);
  const events = await services.eventStore.execute(tx, links, linkId, command, origin);
  if (password !== undefined) await storePassword(tx, linkId, password, at);
  return events.length > 0;
}

async function tagsAfter(
  services: Editing,
  tx: Transaction,
  creator: TagCreator,
  linkId: string,
  change: TagChange | undefined,
): Promise<Pick<EditLink, "tagIds">> {
  const tagIds = change && (await changedTags(services, tx, creator, [linkId], change)).get(linkId.toLowerCase());
  return tagIds ? { tagIds } : {};
}

/**
 * Hashes a password after authorizing access to the link, so that users cannot cause hashing for other users' links.
 */
async function hashPasswordOf(
  services: Ids & PasswordHashing & LinksById & LimitsOf<"linkPasswords">,
  actor: Actor,
  linkId: string,
  password: string,
): Promise<HashedPassword> {
  await getLink(services, actor, linkId, "links:write");
  const { refusal } = await services.limits.linkPasswords(actor.userId, 1);
  if (refusal) throw refusal;
  return hashLinkPassword(services, password);
}

/** Parses an input with the time zone and the domain that the link has, or that the input sets. */
async function changesOf(
  services: Editing,
  tx: Transaction,
  member: Member,
  linkId: string,
  input: LinkInput,
): Promise<LinkChanges & { readonly domain?: number }> {
  const link = await tx.findOne(LinkRow, { id: linkId }, { disableIdentityMap: true });
  const places = await placesIn(tx, member, link);
  authorize(member, "links:write", { type: "link", workspaceId: link?.ownerId ?? null, places });
  const place = await placeAfter(services, member, link, input.domain);
  // An unchanged code is not validated again: it may be older than a rule.
  const isKept = link?.domain === place.number && link.code === input.shortUrl;
  const judged = isKept ? { ...input, shortUrl: "" } : input;
  const changes = parseLinkChanges(judged, withHostOf(place, services.ownHosts), link?.options.timeZone, place);
  if (!link || place.number === link.domain) return changes;
  const { code = codeAt(place, link.code) } = changes;
  return { ...changes, code, domain: place.number };
}

async function placeAfter(
  services: Editing,
  member: Member,
  link: LinkRow | null,
  domain: string | null | undefined,
): Promise<Place> {
  const ownerId = authorizeLinks(member, "links:write");
  if (domain === undefined) {
    const present = link && (await domainsByNumber(services, ownerId, [link.domain])).get(link.domain);
    return present ? placeOf(present) : defaultPlace;
  }
  const found = (await findPlaces(services, ownerId))(domain);
  if ("problem" in found) throw validationError([{ field: "domain", message: found.problem }]);
  return found.place;
}

/** Returns a code as another domain stores it. Throws VALIDATION_ERROR on `shortUrl`. */
function codeAt(place: Place, code: string): string {
  const read = readCode(code, place);
  if ("problem" in read) throw validationError([{ field: "shortUrl", message: read.problem }]);
  return read.code;
}

/**
 * Reverts one edit, by its version in the history. If the former group was deleted, the link is in no group. Throws
 * NOT_FOUND_ERROR for the link, VALIDATION_ERROR for a version that can't be undone, a removed domain, or a code or URL
 * that is no longer allowed, AUTHORIZATION_ERROR if a ban forbids it, CONFLICT_ERROR on `shortUrl` or `externalId` if
 * another link has since taken the former value.
 */
export async function revertLink(services: Editing, actor: Actor, linkId: string, version: number): Promise<LinkRow> {
  return services.eventStore.unitOfWork(async (tx) => {
    const edit = editsOf(await pastEvents(tx, linkId)).find((candidate) => candidate.version === version);
    await revertWithin(services, tx, originOf(services, actor), { member: actor, linkId, events: edit?.events ?? [] });
    return tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
  });
}

interface OneRevert {
  readonly member: Member;
  readonly linkId: string;
  /** The events of the edit to revert. */
  readonly events: readonly LinkEvent[];
}

/**
 * Reverts a link's edit like {@link revertLink}, within a unit of work and the command of `origin`. Returns whether it
 * changed anything.
 */
export async function revertWithin(
  services: Editing,
  tx: Transaction,
  origin: CommandOrigin,
  { member, linkId, events }: OneRevert,
): Promise<boolean> {
  const before = fieldsBefore(events);
  const link = await tx.findOne(LinkRow, { id: linkId }, { disableIdentityMap: true });
  const places = await placesIn(tx, member, link);
  authorize(member, "links:write", { type: "link", workspaceId: link?.ownerId ?? null, places });
  if (Object.keys(before).length === 0) {
    throw validationError([{ field: "version", message: "This edit has no previous values, so it can't be reverted" }]);
  }
  await refuseBoundExternalId(tx, member, linkId, before.externalId);
  if (before.originalUrl !== undefined) parseLinkChanges({ originalUrl: before.originalUrl }, services.ownHosts);
  if (before.options) refuseForbiddenUrls(before.options, services.ownHosts);
  refuseListed(services, before);
  if (link) await requireAddress(services, member, link, before);
  const known = { linkId, by: member, at: services.now().toISOString() };
  const ownerId = authorizeLinks(member, "links:write");
  const tagIds = before.tagIds && (await existingTags(tx, ownerId, before.tagIds));
  const revert = { type: "RevertLink", ...known, edit: events, ...(tagIds && { tagIds }) } as const;
  return (await services.eventStore.execute(tx, links, linkId, revert, origin)).length > 0;
}

/** Throws VALIDATION_ERROR if a link can't return to its former domain or code. */
async function requireAddress(services: Editing, member: Member, link: LinkRow, before: FieldsBefore): Promise<void> {
  const { domain = link.domain, code = link.code } = before;
  const stays = domain === link.domain;
  if (domain === defaultDomain && stays && code !== link.code && isReservedCode(code)) {
    throw validationError([{ field: "shortUrl", message: reservedText }]);
  }
  if (domain === defaultDomain && stays) return;
  if (stays && code === link.code) return;
  const ownerId = authorizeLinks(member, "links:write");
  const own = (await domainsOf(services, ownerId)).find(({ number }) => number === domain);
  if (!own && domain !== defaultDomain && !stays) {
    const former = (await domainsByNumber(services, ownerId, [domain])).get(domain);
    const message = `The domain ${former?.name ?? ""} has been removed. Add it again before you revert this edit`;
    throw validationError([{ field: "domain", message }]);
  }
  const place = own ? placeOf(own) : { ...defaultPlace, number: domain };
  if (codeAt(place, code) === code) return;
  const message = "This domain stores codes in lower case, so a code with capital letters can't be restored";
  throw validationError([{ field: "shortUrl", message }]);
}
