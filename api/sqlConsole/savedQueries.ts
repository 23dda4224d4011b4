import { conflictError, notFoundError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn, type Member } from "../access/authorize.ts";
import { type Actor, originOf } from "../calls/actor.ts";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Transaction } from "../database/orm.ts";
import { readRows, type Reads } from "../database/reads.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";

/** A query that a workspace keeps. */
export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  /** Whatever somebody has written. */
  readonly text: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface SavedQueryInput {
  readonly name?: string | null | undefined;
  readonly text?: string | null | undefined;
}

export type SavedQueryServices = Reads & Events & Ids & Clock & LimitsOf<"creation">;

interface Row extends SavedQuery {
  readonly ownerId: string;
}

const columns = `SELECT id, owner_id AS "ownerId", name, text, created_at AS "createdAt", updated_at AS "updatedAt" FROM saved_query`;

/** By their names. */
export async function listSavedQueries({ reads }: Reads, member: Member): Promise<SavedQuery[]> {
  const ownerId = authorizeOwn(member, "queries:read");
  return (await readRows<Row>(reads, `${columns} WHERE owner_id = ? ORDER BY name`, [ownerId])).map(shown);
}

/** Throws VALIDATION_ERROR, CONFLICT_ERROR on `name`, RATE_LIMIT_ERROR. */
export async function saveQuery(
  services: SavedQueryServices,
  actor: Actor,
  input: SavedQueryInput,
): Promise<SavedQuery> {
  const ownerId = authorizeOwn(actor, "queries:write");
  const [name, text] = [parseName(input.name ?? ""), parseText(input.text ?? "")];
  await services.limits.creation(actor.address, actor.userId);
  const id = services.newId();
  await services.eventStore.unitOfWork(async (tx) => {
    await lockQueriesOf(tx, ownerId);
    const max = limits.savedQueriesMax;
    const [row] = await tx.execute<{ count: number }[]>(
      "SELECT count(*)::int AS count FROM saved_query WHERE owner_id = ?",
      [ownerId],
    );
    if ((row?.count ?? 0) >= max) throw validationError([{ field: "name", message: `At most ${max} saved queries` }]);
    await refuseTakenName(tx, ownerId, name, id);
    await tx.execute(
      "INSERT INTO saved_query (id, owner_id, name, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      [id, ownerId, name, text, services.now(), services.now()],
      "run",
    );
    await audit(services, tx, actor, "SaveQuery", id);
  });
  return getSavedQuery(services, actor, id);
}

/** What is absent stays. Throws VALIDATION_ERROR, CONFLICT_ERROR on `name`, NOT_FOUND_ERROR. */
export async function changeSavedQuery(
  services: SavedQueryServices,
  actor: Actor,
  id: string,
  input: SavedQueryInput,
): Promise<SavedQuery> {
  const before = await getSavedQuery(services, actor, id, "queries:write");
  const ownerId = authorizeOwn(actor, "queries:write");
  const name = typeof input.name === "string" ? parseName(input.name) : before.name;
  const text = typeof input.text === "string" ? parseText(input.text) : before.text;
  if (typeof input.name !== "string" && typeof input.text !== "string")
    throw validationError([{ field: "body", message: "Say what to change: name or text" }]);
  await services.eventStore.unitOfWork(async (tx) => {
    await lockQueriesOf(tx, ownerId);
    await refuseTakenName(tx, ownerId, name, id);
    await tx.execute(
      "UPDATE saved_query SET name = ?, text = ?, updated_at = ? WHERE id = ? AND owner_id = ?",
      [name, text, services.now(), id, ownerId],
      "run",
    );
    await audit(services, tx, actor, "ChangeSavedQuery", id);
  });
  return getSavedQuery(services, actor, id);
}

/** Throws NOT_FOUND_ERROR. */
export async function deleteSavedQuery(services: SavedQueryServices, actor: Actor, id: string): Promise<void> {
  await getSavedQuery(services, actor, id, "queries:write");
  await services.eventStore.unitOfWork(async (tx) => {
    await tx.execute("DELETE FROM saved_query WHERE id = ?", [id], "run");
    await audit(services, tx, actor, "DeleteSavedQuery", id);
  });
}

/** Throws NOT_FOUND_ERROR, also for another workspace's. */
async function getSavedQuery(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: "queries:read" | "queries:write" = "queries:read",
): Promise<SavedQuery> {
  const [row] = await readRows<Row>(reads, `${columns} WHERE id = ?`, [id]);
  authorize(member, permission, { type: "query", workspaceId: row?.ownerId ?? null });
  if (!row) throw notFoundError("Query");
  return shown(row);
}

function shown({ ownerId: _owner, ...query }: Row): SavedQuery {
  return query;
}

/** Of two at once the second sees what the first has saved. */
async function lockQueriesOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.execute("SELECT pg_advisory_xact_lock(hashtextextended('hoplog saved queries ' || ?, 0))", [ownerId]);
}

async function refuseTakenName(tx: Transaction, ownerId: string, name: string, exceptId: string): Promise<void> {
  const taken = await tx.execute("SELECT FROM saved_query WHERE owner_id = ? AND name = ? AND id <> ?", [
    ownerId,
    name,
    exceptId,
  ]);
  if (taken.length > 0) throw conflictError("name", "You have a query of this name already");
}

async function audit(
  services: SavedQueryServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "query", id } });
}

function parseName(input: string): string {
  const name = storable(input).trim();
  if (name === "") throw validationError([{ field: "name", message: "Name is required" }]);
  const max = limits.savedQueryNameMax;
  if (name.length > max) throw validationError([{ field: "name", message: `Name must be at most ${max} characters` }]);
  return name;
}

function parseText(input: string): string {
  const text = storable(input);
  if (text.trim() === "") throw validationError([{ field: "text", message: "A query is required" }]);
  const max = limits.sqlTextMax;
  if (text.length > max) throw validationError([{ field: "text", message: `At most ${max} characters` }]);
  return text;
}

/** As Postgres can keep it. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
