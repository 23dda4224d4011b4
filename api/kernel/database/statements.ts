import type { Sql } from "@hoplog/platform/postgres/sql.js";
import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery, type QueryResult } from "kysely";

/** An entity manager that runs statements. */
export type Statements = Pick<EntityManager, "getKysely" | "getDriver">;

/** Returns the rows of a statement, within the transaction of the entity manager if it has one. */
export async function rowsOf<Row = unknown>(manager: Statements, statement: Sql): Promise<Row[]> {
  return (await run<Row>(manager, statement)).rows;
}

/** Runs a statement, within the transaction of the entity manager if it has one; returns the number of changed rows. */
export async function execute(manager: Statements, statement: Sql): Promise<number> {
  const { numAffectedRows, rows } = await run(manager, statement);
  return Number(numAffectedRows ?? rows.length);
}

/** Bypasses the ORM's own `execute`, which would inline the values into the SQL text. */
async function run<Row>(manager: Statements, { text, values }: Sql): Promise<QueryResult<Row>> {
  try {
    return await manager.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values));
  } catch (error) {
    throw error instanceof Error ? manager.getDriver().convertException(error) : error;
  }
}
