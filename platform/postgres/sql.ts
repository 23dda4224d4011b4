import sql, { empty, join, raw, Sql } from "sql-template-tag";
import type { QueryConfig } from "pg";

/**
 * SQL templates for Postgres: a value is sent as a parameter, a nested statement becomes part of the text. Generated
 * text, such as a list of columns, needs `raw`, which must never receive user input.
 */
export { empty, join, raw, Sql, sql };

/** Turns a statement into a prepared statement of that name, which each connection prepares once. */
export function named(name: string, { text, values }: Sql): QueryConfig {
  return { name, text, values };
}
