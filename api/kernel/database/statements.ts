import type { Sql } from "@hoplog/platform/postgres/sql.js";
import type { EntityManager } from "@mikro-orm/postgresql";

/** What runs statements: a transaction, or an entity manager without one. */
export type Statements = Pick<EntityManager, "execute">;

/** The rows that a statement gives, within the transaction of the entity manager if it has one. */
export function rowsOf<Row = unknown>(manager: Statements, { sql, values }: Sql): Promise<Row[]> {
  return manager.execute<Row[]>(sql, values);
}

/** Runs a statement, within the transaction of the entity manager if it has one; gives the number of changed rows. */
export async function execute(manager: Statements, { sql, values }: Sql): Promise<number> {
  const { affectedRows = 0 } = await manager.execute<{ affectedRows?: number }>(sql, values, "run");
  return affectedRows;
}
