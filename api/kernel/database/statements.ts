import type { Sql } from "@hoplog/platform/postgres/sql.js";
import type { EntityManager } from "@mikro-orm/postgresql";
import { CompiledQuery, type QueryResult } from "kysely";

/** What runs a statement. */
export type Statements = Pick<EntityManager, "getKysely" | "getDriver">;

/** The rows that a statement gives, within the transaction of the entity manager if it has one. */
export async function rowsOf<Row = unknown>(manager: Statements, statement: Sql): Promise<Row[]> {
  return (await run<Row>(manager, statement)).rows;
}

/** Runs a statement, within the transaction of the entity manager if it has one; gives the number of changed rows. */
export async function execute(manager: Statements, statement: Sql): Promise<number> {
  const { numAffectedRows, rows } = await run(manager, statement);
  return Number(numAffectedRows ?? rows.length);
}

/** The ORM's own `execute` would write the values into the text. */
async function run<Row>(manager: Statements, { text, values }: Sql): Promise<QueryResult<Row>> {
  try {
    return await manager.getKysely().executeQuery<Row>(CompiledQuery.raw(text, values));
  } catch (error) {
    throw error instanceof Error ? manager.getDriver().convertException(error) : error;
  }
}
