import type { Migration } from "@hoplog/platform/postgres/migrate.js";

/** A migration of the api's tables. Once it is released neither its name nor its statements ever change. */
export const migration = (name: string, statements: readonly string[]): Migration => ({
  name,
  sql: statements.join(";\n"),
});
