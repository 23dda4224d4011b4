import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, HoplogError } from "@hoplog/schema/errors.js";
import { UniqueConstraintViolationException } from "@mikro-orm/core";
import pg from "pg";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { type Queryable, readRows } from "../../kernel/database/reads.ts";
import { rowsOf } from "../../kernel/database/statements.ts";

/** The unique index on the external id within a workspace. */
const constraint = "link_external_id";

/** Returns the error for an external id that another link of the workspace has. */
export function externalIdTaken(): HoplogError {
  return conflictError("externalId", "Another link of the workspace has this external ID");
}

/**
 * Throws AUTHORIZATION_ERROR if a credential that is restricted to some links would set or change a link's external id.
 * External ids are unique in the workspace, so a conflict would reveal the ids of links that the credential may not
 * access.
 */
export async function refuseBoundExternalId(
  tx: Transaction,
  { within }: Member,
  linkId: string,
  externalId: string | null | undefined,
): Promise<void> {
  if (!within || typeof externalId !== "string") return;

  if ((await rowsOf(tx, sql`SELECT FROM link WHERE id = ${linkId} AND external_id = ${externalId}`)).length === 0)
    throw boundExternalId();
}

/** Returns the error for an external id set by a credential that is restricted to some links. */
export function boundExternalId(): HoplogError {
  return new HoplogError(
    "AUTHORIZATION_ERROR",
    "This API key can't set external IDs, because it is restricted to some links.",
  );
}

/** Whether Postgres refused an external id because another link has it. */
export function isExternalIdTaken(error: unknown): boolean {
  const isViolation = error instanceof UniqueConstraintViolationException || error instanceof pg.DatabaseError;
  return isViolation && "constraint" in error && error.constraint === constraint;
}

/** Runs the work. Throws CONFLICT_ERROR on `externalId` if the work sets an external id that another link has. */
export async function claimingExternalId(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw isExternalIdTaken(error) ? externalIdTaken() : error;
  }
}

/** Returns those of the given external ids that links of the workspace already have. */
export async function takenExternalIds(
  reads: Queryable,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();

  const rows = await readRows<{ externalId: string }>(
    reads,
    sql`SELECT external_id AS "externalId" FROM link WHERE owner_id = ${ownerId} AND external_id = ANY (${ids}::text[])`,
  );
  return new Set(rows.map(({ externalId }) => externalId));
}
