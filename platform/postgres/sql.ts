import sql, { empty, join, raw, Sql } from "sql-template-tag";
import type { QueryConfig } from "pg";

/**
 * Statements of Postgres: a value in a template is sent beside the text, another statement becomes a part of it. Texts
 * that are put together by a program, such as lists of columns, need `raw`, which nothing that a user says may reach.
 */
export { empty, join, raw, Sql, sql };

/** The statement as one that each connection prepares once, under this name. */
export function named(name: string, { text, values }: Sql): QueryConfig {
  return { name, text, values };
}
