import { notBanned } from "../access/notBanned.ts";
import type { Transaction } from "../database/orm.ts";
import { makeLinks, type MadeImport } from "./makeLinks.ts";
import { endUnreadable, readPart, type ReadImport } from "./readPart.ts";
import { readingSchema } from "./records.ts";
import type { ImportWork } from "./services.ts";

/** After so many failures in a row that nobody has foreseen an import is given up: it would be in the others' way for ever. */
const failuresMax = 5;

interface ImportRow extends Omit<ReadImport, "reading">, MadeImport {
  readonly state: "reading" | "running";
  readonly reading: unknown;
}

/**
 * Reads the next part, or makes the next links, of the import that has waited for the longest, and notes it in the same
 * transaction. Gives whether there was one.
 */
export async function workImports(services: ImportWork): Promise<boolean> {
  let at: string | null = null;
  try {
    return await services.eventStore.unitOfWork(async (tx) => {
      const job = await nextImport(tx);
      at = job?.id ?? null;
      if (!job) return false;
      if (job.state === "running") await makeLinks(services, tx, job);
      else await readPart(services, tx, { ...job, reading: readingSchema.nullable().parse(job.reading) });
      await tx.execute("UPDATE link_import SET failures = 0 WHERE id = ? AND failures > 0", [job.id], "run");
      return true;
    });
  } catch (error) {
    if (at !== null) await countFailure(services, at);
    throw error;
  }
}

/** One whose next part is there, or whose last one was read before anybody said so; or one that makes links. */
async function nextImport(tx: Transaction): Promise<ImportRow | null> {
  const [job] = await tx.execute<ImportRow[]>(
    `SELECT id, owner_id AS "ownerId", source, domain, state, origin, parts, next_part AS "nextPart", reading, rest, total,
       made_to AS "madeTo"
     FROM link_import AS job WHERE ended_at IS NULL AND ${notBanned("owner_id")} AND (state = 'running' OR state = 'reading' AND address IS NULL AND (
       next_part > parts OR EXISTS (SELECT FROM link_import_part WHERE import_id = job.id AND number = next_part)))
     ORDER BY worked_at NULLS FIRST, created_at LIMIT 1 FOR UPDATE`,
  );
  return job ?? null;
}

async function countFailure(services: ImportWork, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const [job] = await tx.execute<{ failures: number }[]>(
      "UPDATE link_import SET failures = failures + 1, worked_at = ? WHERE id = ? AND ended_at IS NULL RETURNING failures",
      [services.now(), id],
    );
    if ((job?.failures ?? 0) < failuresMax) return;
    await endUnreadable(services, tx, id, "Something went wrong here: this import was given up");
  });
}
