import { onTestFinished } from "vitest";
import { createClickHouse } from "../clickhouse/createClickHouse.ts";
import { freshClickHouse } from "./engines.ts";

/** Creates an empty ClickHouse database with a client; both are removed when the test ends. */
export async function clickHouseToMigrate() {
  const server = await freshClickHouse();
  const url = new URL(server.url);
  url.username = server.username;
  url.password = server.password;
  const settings = { clickHouseUrl: url.href, database: server.database, application: "test" };
  const client = createClickHouse(settings);
  onTestFinished(async () => {
    await client.close();
    await server.drop();
  });
  const rows = async (query: string) => (await client.query({ query, format: "JSONCompactEachRow" })).json();
  return { settings, client, rows, drop: server.drop };
}
