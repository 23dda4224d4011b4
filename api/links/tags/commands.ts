import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { colourOfName, type TagColour, tagKey, tagNameOf, tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { authorizeLinks, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { tags } from "./decide.ts";
import { TagRow } from "./projection.ts";
import { tagSettings } from "./queries.ts";

/** The dependencies of changing tags. */
export type TagWriting = Events & Ids & Clock;

/** The creator of tags, and the origin for their events and the audit. */
export interface TagCreator {
  readonly member: Member;
  readonly origin: CommandOrigin;
}

export interface NewTag {
  readonly name: string;
  /** The colour; by default derived from the name. */
  readonly colour?: TagColour | null | undefined;
}

/** How missing tags are created: all or none, unless `which` allows as many as fit. */
export interface NewTags {
  readonly which?: "all" | "as many as fit";
  /** Colours of new tags by {@link tagKey}; the colours of other tags are derived from the name. */
  readonly colours?: ReadonlyMap<string, TagColour>;
}

export interface TagChanges {
  readonly name?: string | null | undefined;
  readonly colour?: TagColour | null | undefined;
}

/**
 * Creates a tag. Throws VALIDATION_ERROR, also if the workspace has too many tags, CONFLICT_ERROR on `name`,
 * RATE_LIMIT_ERROR.
 */
export async function createTag(
  services: TagWriting & LimitsOf<"creation">,
  actor: Actor,
  { name, colour }: NewTag,
): Promise<TagRow> {
  const ownerId = authorizeOwn(actor, "tags:write");
  const valid = validName(name);
  await services.limits.creation(actor.address, actor.userId);
  return services.eventStore.unitOfWork(async (tx) => {
    await lockTags(tx, ownerId);
    if ((await tagIdsByName(tx, ownerId, [valid])).size > 0) throw nameTaken();
    await requireRoom(tx, ownerId, 1, "name");
    const creator = { member: actor, origin: originOf(services, actor) };
    const id = await create(services, tx, creator, valid, colour ?? colourOfName(valid));
    return tx.findOneOrFail(TagRow, id, { disableIdentityMap: true });
  });
}

/**
 * Changes a tag. Throws VALIDATION_ERROR, also for an input without fields, CONFLICT_ERROR on `name`, NOT_FOUND_ERROR.
 */
export async function changeTag(
  services: TagWriting,
  actor: Actor,
  tagId: string,
  { name, colour }: TagChanges,
): Promise<TagRow> {
  const ownerId = authorizeOwn(actor, "tags:write");
  if ((name ?? colour ?? null) === null) {
    throw validationError([{ field: "body", message: "Provide at least one field to change: name or colour" }]);
  }
  const changes = { ...(typeof name === "string" && { name: validName(name) }), ...(colour && { colour }) };
  return services.eventStore.unitOfWork(async (tx) => {
    await lockTags(tx, ownerId);
    const { name: renamed } = changes;
    const holder =
      renamed === undefined ? undefined : (await tagIdsByName(tx, ownerId, [renamed])).get(tagKey(renamed));
    if (holder !== undefined && holder !== tagId.toLowerCase()) {
      // If the tag belongs to another workspace, the only error is that it was not found.
      throw (await tx.count(TagRow, { id: tagId, ownerId })) === 0 ? notFoundError("Tag") : nameTaken();
    }
    await requireUnchanged(tx, actor, ownerId, tagId);
    const command = { type: "ChangeTag", ...known(services, actor, tagId), ...changes } as const;
    await services.eventStore.execute(tx, tags, tagId, command, editedBy(services, actor));
    return tx.findOneOrFail(TagRow, tagId, { disableIdentityMap: true });
  });
}

/** Deletes a tag and removes it from its links, but does not delete the links. Throws NOT_FOUND_ERROR. */
export async function deleteTag(services: TagWriting, actor: Actor, tagId: string): Promise<void> {
  const command = { type: "DeleteTag", ...known(services, actor, tagId) } as const;
  await services.eventStore.unitOfWork(async (tx) => {
    if (actor.expected) {
      const ownerId = authorizeOwn(actor, "tags:write");
      await lockTags(tx, ownerId);
      await requireUnchanged(tx, actor, ownerId, tagId);
    }
    await services.eventStore.execute(tx, tags, tagId, command, editedBy(services, actor));
  });
}

/** Returns the origin without the precondition: tags have no version, so If-Match is compared with their settings. */
function editedBy(services: Ids, actor: Actor): CommandOrigin {
  return originOf(services, { ...actor, expected: undefined });
}

/**
 * Checks If-Match; call it under {@link lockTags}. Does nothing for a missing tag, which the command refuses. Throws
 * PreconditionError.
 */
async function requireUnchanged(tx: Transaction, actor: Actor, ownerId: string, id: string): Promise<void> {
  const tag = actor.expected && (await tx.findOne(TagRow, { id, ownerId }, { disableIdentityMap: true }));
  if (tag) requireMatchingEtag(actor, tagSettings(tag));
}

/**
 * Returns the ids of the workspace's tags with these valid, normalised names, by {@link tagKey}; creates missing tags.
 * Call it within a unit of work, before it locks any link. Throws VALIDATION_ERROR for too many tags, unless `which`
 * allows as many as fit.
 */
export async function ensureTags(
  services: TagWriting,
  tx: Transaction,
  creator: TagCreator,
  names: readonly string[],
  { which = "all", colours }: NewTags = {},
): Promise<ReadonlyMap<string, string>> {
  const ownerId = authorizeLinks(creator.member, "links:create");
  const found = await tagIdsByName(tx, ownerId, names);
  if (names.every((name) => found.has(tagKey(name)))) return found;
  await lockTags(tx, ownerId);
  const present = new Map(await tagIdsByName(tx, ownerId, names));
  const missing = new Map(names.map((name) => [tagKey(name), name]));
  for (const key of present.keys()) missing.delete(key);
  if (which === "all") await requireRoom(tx, ownerId, missing.size, "tags");
  const possible = which === "all" ? missing : [...missing].slice(0, await roomFor(tx, ownerId));
  for (const [key, name] of possible) {
    present.set(key, await create(services, tx, creator, name, colours?.get(key) ?? colourOfName(name)));
  }
  return present;
}

/** Returns the ids of a workspace's tags with the given names, by {@link tagKey}. */
export async function tagIdsByName(
  tx: Transaction,
  ownerId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; key: string }>(
    tx,
    sql`SELECT id, key FROM tag WHERE owner_id = ${ownerId}
      AND key IN (SELECT jsonb_array_elements_text(${JSON.stringify(names.map(tagKey))}::jsonb))`,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function create(
  services: TagWriting,
  tx: Transaction,
  { member, origin }: TagCreator,
  name: string,
  colour: TagColour,
): Promise<string> {
  const tagId = services.newId();
  const command = { type: "CreateTag", ...known(services, member, tagId), name, colour } as const;
  await services.eventStore.execute(tx, tags, tagId, command, origin);
  return tagId;
}

/** Serializes creations and changes of tags in one workspace. */
async function lockTags(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog tags ' || ${ownerId}, 0))`);
}

async function requireRoom(tx: Transaction, ownerId: string, more: number, field: string): Promise<void> {
  if (more <= (await roomFor(tx, ownerId))) return;
  throw validationError([
    { field, message: `A workspace can have at most ${limits.tagsPerWorkspace} tags. Delete one first` },
  ]);
}

/** Returns how many more tags a workspace may have; call it under {@link lockTags}. */
async function roomFor(tx: Transaction, ownerId: string): Promise<number> {
  return Math.max(0, limits.tagsPerWorkspace - (await tx.count(TagRow, { ownerId })));
}

function known(services: Clock, by: Member, tagId: string) {
  return { tagId, by, at: services.now().toISOString() };
}

function nameTaken() {
  return conflictError("name", "A tag with this name already exists");
}

function validName(name: string): string {
  const message = tagNameProblem(name);
  if (message) throw validationError([{ field: "name", message }]);
  return tagNameOf(name);
}
