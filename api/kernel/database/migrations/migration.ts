import type { Migration } from "@hoplog/platform/postgres/migrate.js";

/** Creates a migration of the API's tables. After its release, neither its name nor its statements may change. */
export const migration = (name: string, statements: readonly string[]): Migration => ({
  name,
  sql: statements.join(";\n"),
});
