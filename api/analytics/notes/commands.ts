import { sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { noteMomentProblem, noteTextProblem } from "@hoplog/schema/validation/notes.js";
import { LockMode, defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import { requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction, Database } from "../../kernel/database/orm.ts";
import { getLink } from "../../links/core/queries.ts";
import { findNote, type Note, noteShownTo } from "./queries.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import type { LinksById } from "../../links/core/linksById.ts";

/** External dependencies of notes. */
export interface NoteServices extends Database, Reads, Events, LinksById, Clock, Ids, LimitsOf<"creation"> {}

export interface NewNote {
  readonly at: Date;
  readonly text: string;
  /** Id of the link; absent for a note on the whole workspace. */
  readonly linkId?: string | null | undefined;
}

export interface NoteChanges {
  readonly at?: Date | null | undefined;
  readonly text?: string | null | undefined;
}

/**
 * Creates a note. Throws VALIDATION_ERROR, AUTHORIZATION_ERROR, NOT_FOUND_ERROR for a link of another workspace,
 * RATE_LIMIT_ERROR.
 */
export async function createNote(
  services: NoteServices,
  actor: Actor,
  { at, text, linkId = null }: NewNote,
): Promise<Note> {
  const ownerId = authorizeOwn(actor, "notes:write");
  if (linkId !== null) await getLink(services, actor, linkId);
  const valid = { at: validMoment(at), text: validText(text) };
  await services.limits.creation(actor.address, actor.userId);
  const [id, now] = [services.newId(), services.now()];
  await services.eventStore.unitOfWork(async (tx) => {
    await requireRoom(tx, ownerId);
    if (linkId !== null) await requireLink(tx, linkId);
    await tx.insert(NoteRow, { id, ownerId, linkId, ...valid, createdAt: now, updatedAt: now });
    await audit(services, tx, actor, "AddNote", id);
  });
  return found(services, actor, id);
}

/**
 * Changes a note. Throws VALIDATION_ERROR (also if no field is given), NOT_FOUND_ERROR, AUTHORIZATION_ERROR,
 * PreconditionError.
 */
export async function changeNote(
  services: NoteServices,
  actor: Actor,
  id: string,
  { at, text }: NoteChanges,
): Promise<Note> {
  await found(services, actor, id, "notes:write");
  const changes = { ...(at && { at: validMoment(at) }), ...(typeof text === "string" && { text: validText(text) }) };
  if (Object.keys(changes).length === 0) {
    throw validationError([{ field: "body", message: "Provide at least one field to change: at or text" }]);
  }
  await services.eventStore.unitOfWork(async (tx) => {
    await requireUnchanged(tx, actor, id);
    await tx.nativeUpdate(NoteRow, { id }, { ...changes, updatedAt: services.now() });
    await audit(services, tx, actor, "ChangeNote", id);
  });
  return found(services, actor, id);
}

/** Deletes a note. Throws NOT_FOUND_ERROR, AUTHORIZATION_ERROR, PreconditionError. */
export async function deleteNote(services: NoteServices, actor: Actor, id: string): Promise<void> {
  await found(services, actor, id, "notes:write");
  await services.eventStore.unitOfWork(async (tx) => {
    await requireUnchanged(tx, actor, id);
    await tx.nativeDelete(NoteRow, { id });
    await audit(services, tx, actor, "DeleteNote", id);
  });
}

/** Returns the fields of a note that its ETag covers. */
export function noteSettings({ at, text }: Pick<Note, "at" | "text">): object {
  return { at, text };
}

/** Locks the note until the transaction ends. Throws NOT_FOUND_ERROR, PreconditionError. */
async function requireUnchanged(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const note = await tx.findOne(NoteRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!note) throw notFoundError("Note");
  requireMatchingEtag(actor, noteSettings(note));
}

async function found(
  services: NoteServices,
  actor: Actor,
  id: string,
  permission: "notes:read" | "notes:write" = "notes:read",
): Promise<Note> {
  const note = await findNote(services, id);
  authorize(actor, permission, { type: "note", workspaceId: note?.ownerId ?? null });
  if (!note) throw notFoundError("Note");
  return noteShownTo(actor, note);
}

/** Locks the workspace's notes, so that concurrent calls cannot exceed the maximum number. */
async function requireRoom(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog notes ' || ${ownerId}, 0))`);
  const max = limits.notesPerWorkspace;
  if ((await tx.count(NoteRow, { ownerId })) >= max) {
    throw validationError([{ field: "text", message: `A workspace has at most ${max} notes. Delete one first.` }]);
  }
}

/** Locks the link against deletion, which deletes its notes, until the note exists. */
async function requireLink(tx: Transaction, linkId: string): Promise<void> {
  const rows = await rowsOf<{ id: string }>(tx, sql`SELECT id FROM link WHERE id = ${linkId} FOR KEY SHARE`);
  if (rows.length === 0) throw notFoundError("Link");
}

async function audit(services: NoteServices, tx: Transaction, actor: Actor, action: string, id: string): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "note", id } });
}

function validText(text: string): string {
  const message = noteTextProblem(text);
  if (message) throw validationError([{ field: "text", message }]);
  return text.trim().normalize("NFC");
}

function validMoment(at: Date): Date {
  const message = noteMomentProblem(at);
  if (message) throw validationError([{ field: "at", message }]);
  return at;
}

/** A user's note on a moment, for the whole workspace or one link. */
export const NoteRow = defineEntity({
  name: "NoteRow",
  tableName: "note",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    linkId: p.uuid().strictNullable(),
    at: p.datetime(3),
    text: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type NoteRow = InferEntity<typeof NoteRow>;
