import { sql } from "@hoplog/platform/postgres/sql.js";
import { counted } from "@hoplog/schema/counted.js";
import { plainText } from "@hoplog/schema/validation/plainText.js";
import { conflictError, validationError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { type Actor, originOf } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { requireInUse } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { findPlaces } from "../core/place.ts";
import { authorizeImport } from "./authorizeImport.ts";
import type { ColumnCounts } from "./columns.ts";
import type { ImportState, LinkImport, VisitsState } from "./import.ts";
import { getImport } from "./queries.ts";
import { problemOfRoom } from "./room.ts";
import { readSourceKey, type SourceKey } from "./sourceKey.ts";
import type { ImportServices } from "./services.ts";

export interface NewImport {
  readonly source: ImportSource;
  readonly fileName?: string | null | undefined;
  /** The domain for links whose own domain isn't one of the workspace's. Null: the default for new links. */
  readonly domain?: string | null | undefined;
  /**
   * The import's name: the namespace of the ids that links have at the source; by default the file's name or the
   * source's host.
   */
  readonly name?: string | null | undefined;
  /** The key for a source's API, if the import reads no file. */
  readonly api?: SourceKey | null | undefined;
}

/**
 * Begins an import; unless it reads an API, its file is uploaded next, in parts. Throws VALIDATION_ERROR for a domain
 * that the workspace doesn't have, and for an invalid `api`; CONFLICT_ERROR while too many imports are open;
 * RATE_LIMIT_ERROR.
 */
export async function addImport(
  services: ImportServices,
  actor: Actor,
  { source, fileName, domain, name, api }: NewImport,
): Promise<LinkImport> {
  const ownerId = authorizeImport(actor);
  const access = api ? readSourceKey(services, source, api) : null;
  const named = domain?.trim() || undefined;
  const place = (await findPlaces(services, ownerId))(named);
  if ("problem" in place) throw validationError([{ field: "domain", message: place.problem }]);
  await services.limits.linkImport(actor.userId);
  const id = services.newId();
  const { meta, address, requestId, call } = originOf({ newId: () => id }, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    await requireInUse(tx, actor.credential);
    // Takes a lock, because otherwise two concurrent calls could both begin the last allowed import.
    await lockImports(tx, ownerId);
    await requireRoom(tx, ownerId);
    const shown = shownName(fileName);
    await execute(
      tx,
      sql`INSERT INTO link_import (id, owner_id, source, file_name, domain, name, state, origin, address, secret, created_at)
       VALUES (${id}, ${ownerId}, ${source}, ${shown}, ${named ?? null},
         ${shownName(name) ?? (access ? new URL(access.address).host : shown)}, 'reading',
         ${JSON.stringify({ meta, address, requestId })}::jsonb, ${access?.address ?? null},
         ${access && services.importSecrets.seal(id, access.key)}, ${services.now()})`,
    );
    await services.eventStore.audit(
      tx,
      { meta, address, call },
      { action: "AddImport", resource: { type: "import", id } },
    );
  });
  if (access) services.importAdded();
  return getImport(services, actor, id);
}

/** Returns the name of a file or import as it is stored and shown; null for none. */
export function shownName(name: string | null | undefined): string | null {
  return (
    plainText(name ?? "")
      .trim()
      .slice(0, 200)
      .toWellFormed() || null
  );
}

/**
 * Stores a part of the file, numbered from 1; idempotent. Throws NOT_FOUND_ERROR, VALIDATION_ERROR if the part is empty
 * or too large or its number too high, CONFLICT_ERROR once the file is complete or if the import reads an API.
 */
export async function addPart(
  services: ImportServices,
  actor: Actor,
  id: string,
  { number, content }: { readonly number: number; readonly content: Uint8Array },
): Promise<void> {
  if (number > importLimits.partsMax) throw tooLarge();
  if (content.length === 0 || content.length > importLimits.partBytes) {
    const message = `A part must have 1 to ${importLimits.partBytes} bytes`;
    throw validationError([{ field: "body", message }]);
  }
  await services.eventStore.unitOfWork(async (tx) => {
    authorizeImport(actor);
    const job = await lock(tx, actor, id);
    if (job.address !== null) throw stateConflictError("This import reads from an API and accepts no file");
    if (job.state !== "reading" || job.parts !== null)
      throw stateConflictError("The file is already complete, or the import has ended");
    // The part was already read.
    if (number < job.nextPart) return;
    await execute(
      tx,
      sql`INSERT INTO link_import_part (import_id, number, content) VALUES (${id}, ${number}, ${Buffer.from(content)})
        ON CONFLICT DO NOTHING`,
    );
    await execute(tx, sql`UPDATE link_import SET part_at = ${services.now()} WHERE id = ${id}`);
  });
  services.importAdded();
}

function tooLarge() {
  const bytes = importLimits.partsMax * importLimits.partBytes;
  return validationError([
    { field: "part", message: `A file can have at most ${bytes / 1024 / 1024} MiB. Split it into several imports` },
  ]);
}

/**
 * Marks the file as complete. Throws NOT_FOUND_ERROR, VALIDATION_ERROR if other than `parts` parts were uploaded,
 * CONFLICT_ERROR if no file can be completed.
 */
export async function completeFile(
  services: ImportServices,
  actor: Actor,
  id: string,
  parts: number,
): Promise<LinkImport> {
  await services.eventStore.unitOfWork(async (tx) => {
    authorizeImport(actor);
    const job = await lock(tx, actor, id);
    if (job.address !== null) throw stateConflictError("This import reads from an API and accepts no file");
    if (job.parts === parts) return;
    if (job.state !== "reading" || job.parts !== null)
      throw stateConflictError("The file is already complete, or the import has ended");
    const [row] = await rowsOf<{ waiting: number; last: number }>(
      tx,
      sql`SELECT count(*)::int AS waiting, coalesce(max(number), 0) AS last FROM link_import_part WHERE import_id = ${id}
        AND number >= ${job.nextPart}`,
    );
    const there = job.nextPart - 1 + (row?.waiting ?? 0);
    if (parts < 1 || there !== parts || (row?.last ?? 0) > parts) {
      throw validationError([
        {
          field: "parts",
          message: `${counted(there, "part of the file has", "parts of the file have")} been received. Upload the missing parts, or correct the number`,
        },
      ]);
    }
    await execute(tx, sql`UPDATE link_import SET parts = ${parts} WHERE id = ${id}`);
  });
  services.importAdded();
  return getImport(services, actor, id);
}

/** Starts an import after its dry run. Throws NOT_FOUND_ERROR, CONFLICT_ERROR if it can't start. */
export async function startImport(services: ImportServices, actor: Actor, id: string): Promise<LinkImport> {
  await services.eventStore.unitOfWork(async (tx) => {
    authorizeImport(actor);
    const job = await lock(tx, actor, id);
    if (job.state !== "ready")
      throw stateConflictError(
        job.state === "reading"
          ? "The import can't be started before its links have been read"
          : `The import has the state ${job.state}. Only an import with the state ready can be started`,
      );
    // Takes a lock, because otherwise two concurrent imports could both use the remaining quota.
    await lockImports(tx, job.ownerId);
    const problem = await problemOfRoom(services, tx, { id, ownerId: job.ownerId });
    if (problem !== null) throw stateConflictError(problem);
    await execute(tx, sql`DELETE FROM link_import_part WHERE import_id = ${id}`);
    await execute(tx, sql`UPDATE link_import SET state = 'running' WHERE id = ${id}`);
    await audit(services, tx, actor, "StartImport", id);
  });
  services.importAdded();
  return getImport(services, actor, id);
}

/**
 * Cancels an import or, once its links are created, the import of their visits; created links and imported visits stay.
 * Has no effect if both have ended. Throws NOT_FOUND_ERROR.
 */
export async function cancelImport(services: ImportServices, actor: Actor, id: string): Promise<LinkImport> {
  await services.eventStore.unitOfWork(async (tx) => {
    const job = await lock(tx, actor, id);
    if (job.visitsState === "running") {
      await execute(
        tx,
        sql`UPDATE link_import SET visits_state = 'cancelled', secret = NULL, visits_page = NULL WHERE id = ${id}`,
      );
      await audit(services, tx, actor, "CancelImport", id);
    }
    if (job.endedAt !== null) return;
    await execute(tx, sql`DELETE FROM link_import_part WHERE import_id = ${id}`);
    await execute(
      tx,
      sql`UPDATE link_import SET state = 'cancelled', rest = '', secret = NULL, origin = NULL, ended_at = ${services.now()}
        WHERE id = ${id}`,
    );
    await audit(services, tx, actor, "CancelImport", id);
  });
  return getImport(services, actor, id);
}

async function lockImports(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog imports ' || ${ownerId}, 0))`);
}

export interface Locked {
  readonly ownerId: string;
  readonly source: ImportSource;
  readonly state: ImportState;
  readonly parts: number | null;
  readonly nextPart: number;
  readonly address: string | null;
  readonly endedAt: Date | null;
  readonly visitsState: VisitsState;
  readonly columns: ColumnCounts;
}

/** Reads an import and locks it until the transaction ends. Throws NOT_FOUND_ERROR. */
export async function lock(tx: Transaction, actor: Actor, id: string): Promise<Locked> {
  authorizeOwn(actor, "links:write");
  const [job] = await rowsOf<Locked>(
    tx,
    sql`SELECT owner_id AS "ownerId", source, columns, state, parts, next_part AS "nextPart", address, ended_at AS "endedAt",
       visits_state AS "visitsState" FROM link_import WHERE id = ${id} FOR UPDATE`,
  );
  authorize(actor, "links:write", { type: "import", workspaceId: job?.ownerId ?? null });
  if (!job) throw new Error("authorize allowed access to a row that does not exist");
  return job;
}

function stateConflictError(message: string) {
  return conflictError("id", message);
}

/** Records an action on an import in the audit. */
export async function audit(
  services: ImportServices,
  tx: Transaction,
  actor: Actor,
  action: string,
  id: string,
): Promise<void> {
  await services.eventStore.audit(tx, originOf(services, actor), { action, resource: { type: "import", id } });
}

async function requireRoom(tx: Transaction, ownerId: string): Promise<void> {
  const [row] = await rowsOf<{ imports: number }>(
    tx,
    sql`SELECT count(*)::int AS imports FROM link_import WHERE owner_id = ${ownerId} AND ended_at IS NULL`,
  );
  if ((row?.imports ?? 0) < importLimits.atOnce) return;
  const message = `At most ${importLimits.atOnce} imports can be open at a time. Finish or cancel one first`;
  throw conflictError("source", message);
}
