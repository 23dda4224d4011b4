import pg from "pg";

/**
 * Tells whether Postgres answers on a new connection within `withinMs`, twice that at most; a refusal is an answer. A frozen server takes
 * connections and says nothing. Never rejects.
 */
export async function postgresAnswers(databaseUrl: string, withinMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "hoplog probe",
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    // Not waited for: a frozen server does not end it.
    client.end().catch(() => {});
  }
}
