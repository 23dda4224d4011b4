import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notBanned } from "../../kernel/access/notBanned.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { createRows, type CreatedRows } from "./createRows.ts";
import { endUnreadable, readPart, type ReadImport } from "./readPart.ts";
import { readingSchema } from "./reading.ts";
import type { ImportWork } from "./services.ts";

/**
 * Maximum number of consecutive unexpected failures. An import that exceeds it fails, because it would delay other
 * imports forever.
 */
const failuresMax = 4;

interface ImportRow extends Omit<ReadImport, "reading">, CreatedRows {
  readonly state: "reading" | "running";
  readonly reading: unknown;
}

/**
 * Reads the next part, or creates the next links, of the import that has waited the longest, and records the progress
 * in the same transaction. The attempt is recorded before, in a separate transaction, so that an import that kills the
 * process or exhausts its memory is not retried forever. Returns whether there was an import.
 */
export async function workImports(services: ImportWork): Promise<boolean> {
  const at = await services.eventStore.unitOfWork((tx) => countTry(services, tx));
  if (at === null) return false;
  if (at.isGivenUp) return true;
  try {
    await services.eventStore.unitOfWork(async (tx) => {
      const job = await nextImport(tx, at.id);
      // The import was cancelled in the meantime.
      if (!job) return;
      if (job.state === "running") await createRows(services, tx, job);
      else await readPart(services, tx, { ...job, reading: readingSchema.nullable().parse(job.reading) });
      await execute(tx, sql`UPDATE link_import SET failures = 0 WHERE id = ${job.id}`);
    });
    return true;
  } catch (error) {
    await noteFailure(services, at.id);
    throw error;
  }
}

const columns = `id, owner_id AS "ownerId", source, domain, name, state, origin, parts, next_part AS "nextPart", reading, rest, total, choices, columns,
  date_order AS "dateOrder",
  made_to AS "madeTo"`;

/**
 * SQL condition for imports with work to do: the next part was uploaded, the last part has more rows, or the last part
 * was read before the file was marked as complete; or the import is creating links.
 */
const workable = sql`ended_at IS NULL AND ${notBanned("owner_id")} AND (state = 'running' OR state = 'reading'
  AND address IS NULL AND (
  next_part > parts OR reading ->> 'isMore' = 'true' OR EXISTS (SELECT FROM link_import_part WHERE import_id = job.id
    AND number = next_part)))`;

interface Tried {
  readonly id: string;
  readonly isGivenUp: boolean;
}

/** Counts an attempt as failed in advance, for the import that has waited the longest; a success resets the count. */
async function countTry(services: ImportWork, tx: Transaction): Promise<Tried | null> {
  const [job] = await rowsOf<{ id: string; failures: number }>(
    tx,
    sql`UPDATE link_import SET failures = failures + 1 WHERE id = (
       SELECT id FROM link_import AS job WHERE ${workable} ORDER BY worked_at NULLS FIRST, created_at LIMIT 1 FOR UPDATE)
     RETURNING id, failures`,
  );
  if (!job) return null;
  const isGivenUp = job.failures > failuresMax;
  if (isGivenUp) {
    await endUnreadable(services, tx, job.id, "The import was stopped because of an internal error");
  }
  return { id: job.id, isGivenUp };
}

async function nextImport(tx: Transaction, id: string): Promise<ImportRow | null> {
  const [job] = await rowsOf<ImportRow>(
    tx,
    sql`SELECT ${raw(columns)} FROM link_import AS job WHERE id = ${id} AND ${workable} FOR UPDATE`,
  );
  return job ?? null;
}

/** Moves an import whose step failed behind the others; {@link countTry} has already counted the failure. */
async function noteFailure(services: ImportWork, id: string): Promise<void> {
  await services.eventStore.unitOfWork((tx) =>
    execute(tx, sql`UPDATE link_import SET worked_at = ${services.now()} WHERE id = ${id}`),
  );
}
