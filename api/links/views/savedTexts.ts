import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { authorize, authorizeOwn, type Member, type Resource } from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { etagOfSettings, requireMatchingEtag } from "../../kernel/calls/etag.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { execute, rowsOf } from "../../kernel/database/statements.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

/** A text that a workspace stores under a name. */
export interface SavedText {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The ETag, which covers the editable fields: name and text. */
  readonly etag: string;
}

export interface SavedTextInput {
  readonly name?: string | null | undefined;
  readonly text?: string | null | undefined;
}

export type SavedTextServices = Reads & Events & Ids & Clock & LimitsOf<"creation">;

/** A kind of stored texts: its table has the columns of {@link SavedText}, and `owner_id`. */
export interface SavedTextKind {
  readonly table: "saved_query" | "link_view" | "utm_template" | "qr_design";
  readonly resource: (Resource & { readonly type: "query" | "preset" })["type"];
  readonly read: Permission;
  readonly write: Permission;
  /** The noun for one text of this kind, such as "query". */
  readonly noun: string;
  /** The noun in "not found" errors. */
  readonly missing: "Query" | "Preset";
  /** The names of audit actions: SaveQuery, ChangeSavedQuery, DeleteSavedQuery. */
  readonly actions: { readonly save: string; readonly change: string; readonly delete: string };
  readonly nameMax: number;
  /** Maximum number of texts per workspace. */
  readonly max: number;
  readonly tooMany: string;
  /** The name of the text's field for callers. */
  readonly field: string;
  /** Normalises the text for storage. Throws VALIDATION_ERROR. */
  readonly parse: (text: string) => string;
}

interface Row extends Omit<SavedText, "etag"> {
  readonly ownerId: string;
}

function columnsOf({ table }: SavedTextKind): string {
  return `SELECT id, owner_id AS "ownerId", name, text, created_at AS "createdAt", updated_at AS "updatedAt" FROM ${table}`;
}

/** Returns the texts, sorted by name. */
export async function listSavedTexts(kind: SavedTextKind, { reads }: Reads, member: Member): Promise<SavedText[]> {
  const ownerId = authorizeOwn(member, kind.read);
  return (await readRows<Row>(reads, sql`${raw(columnsOf(kind))} WHERE owner_id = ${ownerId} ORDER BY name`)).map(
    shown,
  );
}

/** Stores a new text. Throws VALIDATION_ERROR, CONFLICT_ERROR on `name`, RATE_LIMIT_ERROR. */
export async function createSavedText(
  kind: SavedTextKind,
  services: SavedTextServices,
  actor: Actor,
  input: SavedTextInput,
): Promise<SavedText> {
  const ownerId = authorizeOwn(actor, kind.write);
  const [name, text] = [parseName(kind, input.name ?? ""), kind.parse(storable(input.text ?? ""))];
  await services.limits.creation(actor.address, actor.userId);
  const id = services.newId();
  await services.eventStore.unitOfWork(async (tx) => {
    await lockTextsOf(kind, tx, ownerId);

    const [row] = await rowsOf<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM ${raw(kind.table)} WHERE owner_id = ${ownerId}`,
    );
    if ((row?.count ?? 0) >= kind.max) throw validationError([{ field: "name", message: kind.tooMany }]);
    await refuseTakenName(kind, tx, ownerId, name, id);
    await execute(
      tx,
      sql`INSERT INTO ${raw(kind.table)} (id, owner_id, name, text, created_at, updated_at)
        VALUES (${id}, ${ownerId}, ${name}, ${text}, ${services.now()}, ${services.now()})`,
    );
    await audit(kind, services, tx, actor, kind.actions.save, id);
  });
  return getSavedText(kind, services, actor, id);
}

/**
 * Changes a text; absent fields are not changed. Throws VALIDATION_ERROR, CONFLICT_ERROR on `name`, NOT_FOUND_ERROR,
 * PreconditionError.
 */
export async function updateSavedText(
  kind: SavedTextKind,
  services: SavedTextServices,
  actor: Actor,
  id: string,
  input: SavedTextInput,
): Promise<SavedText> {
  await getSavedText(kind, services, actor, id, kind.write);
  const ownerId = authorizeOwn(actor, kind.write);
  const given = {
    ...(typeof input.name === "string" && { name: parseName(kind, input.name) }),
    ...(typeof input.text === "string" && { text: kind.parse(storable(input.text)) }),
  };
  if (typeof input.name !== "string" && typeof input.text !== "string")
    throw validationError([{ field: "body", message: `Provide at least one field to change: name or ${kind.field}` }]);
  await services.eventStore.unitOfWork(async (tx) => {
    await lockTextsOf(kind, tx, ownerId);
    // Absent fields keep their current value, even after a concurrent change.
    const { name, text } = { ...(await requireUnchanged(kind, tx, actor, id)), ...given };
    await refuseTakenName(kind, tx, ownerId, name, id);
    await execute(
      tx,
      sql`UPDATE ${raw(kind.table)} SET name = ${name}, text = ${text}, updated_at = ${services.now()} WHERE id = ${id}
        AND owner_id = ${ownerId}`,
    );
    await audit(kind, services, tx, actor, kind.actions.change, id);
  });
  return getSavedText(kind, services, actor, id);
}

/** Deletes a text. Throws NOT_FOUND_ERROR, PreconditionError. */
export async function deleteSavedText(
  kind: SavedTextKind,
  services: SavedTextServices,
  actor: Actor,
  id: string,
): Promise<void> {
  await getSavedText(kind, services, actor, id, kind.write);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireUnchanged(kind, tx, actor, id);
    await execute(tx, sql`DELETE FROM ${raw(kind.table)} WHERE id = ${id}`);
    await audit(kind, services, tx, actor, kind.actions.delete, id);
  });
}

/** Returns a text. Throws NOT_FOUND_ERROR, also for another workspace's text. */
async function getSavedText(
  kind: SavedTextKind,
  { reads }: Reads,
  member: Member,
  id: string,
  permission: Permission = kind.read,
): Promise<SavedText> {
  const [row] = await readRows<Row>(reads, sql`${raw(columnsOf(kind))} WHERE id = ${id}`);
  authorize(member, permission, { type: kind.resource, workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError(kind.missing);
  return shown(row);
}

/** Locks a text until the transaction ends, and returns it. Throws NOT_FOUND_ERROR, PreconditionError. */
async function requireUnchanged(
  { table, missing }: SavedTextKind,
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<Pick<SavedText, "name" | "text">> {
  const [row] = await rowsOf<Pick<SavedText, "name" | "text">>(
    tx,
    sql`SELECT name, text FROM ${raw(table)} WHERE id = ${id} FOR UPDATE`,
  );
  if (!row) throw notFoundError(missing);
  requireMatchingEtag(actor, { name: row.name, text: row.text });
  return row;
}

function shown({ ownerId: _owner, ...kept }: Row): SavedText {
  return { ...kept, etag: etagOfSettings({ name: kept.name, text: kept.text }) };
}

/** Serializes changes of a workspace's texts of one kind. */
async function lockTextsOf({ table }: SavedTextKind, tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`hoplog ${table} `} || ${ownerId}, 0))`);
}

async function refuseTakenName(
  { table, noun }: SavedTextKind,
  tx: Transaction,
  ownerId: string,
  name: string,
  exceptId: string,
): Promise<void> {
  const taken = await rowsOf(
    tx,
    sql`SELECT FROM ${raw(table)} WHERE owner_id = ${ownerId} AND name = ${name} AND id <> ${exceptId}`,
  );
  if (taken.length > 0) throw conflictError("name", `Your workspace already has a ${noun} with this name`);
}

async function audit(
  { resource: type }: SavedTextKind,
  services: Events & Ids,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type, id } });
}

function parseName({ nameMax: max }: SavedTextKind, input: string): string {
  const name = storable(input).trim();
  if (name === "") throw validationError([{ field: "name", message: "Name is required" }]);
  if (name.length > max) throw validationError([{ field: "name", message: `Name must be at most ${max} characters` }]);
  if (!isPlainText(name))
    throw validationError([{ field: "name", message: "Name contains invisible or control characters" }]);
  return name;
}

/** Removes characters that Postgres can't store. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
