import pg from "pg";

/**
 * Returns whether Postgres responds on a new connection: connecting and the query may each take `withinMs`
 * milliseconds. An error from Postgres counts as a response. A frozen server accepts connections but sends nothing.
 * Never rejects.
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
    // The call is not awaited: a frozen server never closes the connection.
    client.end().catch(() => {});
  }
}
