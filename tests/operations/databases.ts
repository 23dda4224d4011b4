import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import pg from "pg";
import type { StackPlace } from "../running/runningStack.ts";

/** Opens the databases of a running stack. */
export function databasesOf({ dataFolder }: StackPlace) {
  const ports = storedPorts(dataFolder);
  if (!ports) throw new Error(`no stack has stored ports in ${dataFolder}`);
  const secrets = loadSecrets(dataFolder);
  const databaseUrl = `postgres://hoplog:${secrets.postgres}@127.0.0.1:${ports.postgres}/hoplog`;
  const clickHouseUrl = `http://hoplog:${secrets.clickHouse}@127.0.0.1:${ports.clickHouse}`;
  return {
    databaseUrl,
    clickHouseUrl,
    ports,
    /** Runs one statement in Postgres on a separate connection and returns its rows. */
    async postgres(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    /** Runs a query in ClickHouse and returns its rows; none for a command. */
    async clickHouse(query: string): Promise<Record<string, unknown>[]> {
      const client = createClickHouse({ clickHouseUrl, database: "hoplog", application: "test" });
      try {
        if (!/^\s*SELECT/.test(query)) {
          await client.command({ query, clickhouse_settings: { lightweight_deletes_sync: "2" } });
          return [];
        }
        return await (await client.query({ query, format: "JSONEachRow" })).json<Record<string, unknown>>();
      } finally {
        await client.close();
      }
    },
  };
}

type Databases = ReturnType<typeof databasesOf>;

/** Tables related to deleted clicks, including sums, because sums can't be recomputed from deleted clicks. */
const ofCuts = ["clicks_cut FINAL", "cut_batch FINAL", "link_quarter FINAL", "owner_quarter FINAL"];

/** Returns row count and hash of each table that a restore must preserve; ignores Postgres' transaction ids. */
export async function contentOf({ postgres, clickHouse }: Databases): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  const tables = await postgres(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
       AND relname NOT LIKE 'log\\_%' AND relname NOT IN ('relay_checkpoint', 'links_publication', 'hoplog_migration',
         'click_delivery', 'counted_batch', 'blocklist_state',
         'blocklist_file_entry', 'lease_holder', 'visit_lease') ORDER BY 1`,
  );
  for (const { name } of tables) {
    const row = "(to_jsonb(t) - 'transaction_id')::text";
    const [hash] = await postgres(
      `SELECT count(*)::int AS rows, md5(coalesce(string_agg(md5(${row}), '' ORDER BY ${row}), '')) AS hash FROM "${String(name)}" AS t`,
    );
    content[String(name)] = hash;
  }
  for (const table of [
    "clicks",
    "misses",
    "misses_day FINAL",
    "request_quarter FINAL",
    "imported_visits FINAL",
    "conversions FINAL",
    ...ofCuts,
  ]) {
    const [hash] = await clickHouse(`SELECT count() AS rows, sum(cityHash64(*)) AS hash FROM ${table}`);
    content[`ClickHouse ${table}`] = hash;
  }
  return content;
}
