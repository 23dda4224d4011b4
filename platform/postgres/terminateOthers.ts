import pg from "pg";

/** Terminates every other connection to this database, like a restart of Postgres. For tests and repairs. */
export async function terminateOthers(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
  } finally {
    await client.end();
  }
}
