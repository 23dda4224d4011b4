import { conflictError, type HoplogError } from "@hoplog/schema/errors.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import pg from "pg";
import { type Queryable, readRows } from "../database/reads.ts";

/** The index that lets one link of a workspace have an external id. */
const constraint = "link_external_id";

/** The answer to an external id that another link of the workspace has. */
export function externalIdTaken(): HoplogError {
  return conflictError("externalId", "Another link has this external id");
}

/** Whether Postgres refused an external id because another link has it. */
export function isExternalIdTaken(error: unknown): boolean {
  const isViolation = error instanceof UniqueConstraintViolationException || error instanceof pg.DatabaseError;
  return isViolation && "constraint" in error && error.constraint === constraint;
}

/** Throws CONFLICT_ERROR on `externalId` where the work gives a link one that another link has. */
export async function claimingExternalId(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw isExternalIdTaken(error) ? externalIdTaken() : error;
  }
}

/** Those of these external ids that links of the workspace have. */
export async function takenExternalIds(
  reads: Queryable,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sql = `SELECT external_id AS "externalId" FROM link WHERE owner_id = ? AND external_id = ANY (?::text[])`;
  const rows = await readRows<{ externalId: string }>(reads, sql, [ownerId, ids]);
  return new Set(rows.map(({ externalId }) => externalId));
}
