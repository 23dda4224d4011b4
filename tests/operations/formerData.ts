import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { loadPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { startClickHouse } from "@hoplog/stack/engines/clickhouse/clickhouse.js";
import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { z } from "zod";
import type { TestStack } from "../running/runningStack.ts";

const files = z.record(z.string(), z.base64());

/** Schema of the file that fixtures/writeData.mjs writes. */
const formerSchema = z.object({
  at: z.coerce.date(),
  /** Port of the webhook's receiver. */
  receiverPort: z.number(),
  secrets: z.string(),
  links: z.object({ id: z.string(), code: z.string() }).array().min(5),
  visits: z.object({ counted: z.number(), inLog: z.number().min(1), inSpool: z.number().min(1) }),
  job: z.object({ id: z.string(), links: z.number() }),
  /**
   * Work in progress when the stack was killed: batches in the log that were not ingested, webhook messages that were
   * not sent, and the number of links that the job had already changed.
   */
  waits: z.object({ batches: z.number().min(1), messages: z.number().min(1), done: z.number().min(1) }),
  /** IDs of messages that were delivered. */
  delivered: z.string().array().min(1),
  spool: files,
  backup: files,
  postgres: z.object({
    schema: z.string().array(),
    /** Rows as JSON text by table. */
    tables: z.record(z.string(), z.string()),
    sequences: z.record(z.string(), z.string()),
    /** Number of the last transaction of the Postgres from which the rows were read. */
    transaction: z.string(),
  }),
  clickHouse: z.object({ schema: z.string().array(), tables: z.record(z.string(), z.base64()) }),
});

export type FormerData = z.output<typeof formerSchema>;

/** Reads the data of commit 6dbd9b43. */
export function readFormerData(): FormerData {
  const file = join(import.meta.dirname, "fixtures", "6dbd9b43.json.zst");
  return formerSchema.parse(JSON.parse(zstdDecompressSync(readFileSync(file)).toString()));
}

/** Writes files of the fixture below a folder. */
export function writeFiles(folder: string, content: Record<string, string>): void {
  for (const [name, base64] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), Buffer.from(base64, "base64"), { mode: 0o600 });
  }
}

/** Creates the data folder as commit 6dbd9b43 left it; `receiver` is the webhook's new URL. */
export async function fillWithFormerData(testStack: TestStack, former: FormerData, receiver: string): Promise<void> {
  const { dataFolder, appPort, shortPort } = testStack;
  mkdirSync(dataFolder);
  writeFileSync(join(dataFolder, "secrets.json"), former.secrets, { mode: 0o600 });
  writeFiles(join(dataFolder, "spool"), former.spool);
  const secrets = loadSecrets(dataFolder);
  const ports = await loadPorts(dataFolder, [appPort, shortPort]);
  const postgres = await startPostgres({
    dataDir: join(dataFolder, "postgres"),
    port: ports.postgres,
    password: secrets.postgres,
    database: "hoplog",
  });
  await fillPostgres(postgres.url, former, receiver);
  await postgres.stop();
  const clickHouse = await startClickHouse({
    dataDir: join(dataFolder, "clickhouse"),
    port: ports.clickHouse,
    users: [{ name: "hoplog", password: secrets.clickHouse }],
    database: "hoplog",
  });
  await fillClickHouse(clickHouse.url, former);
  await clickHouse.stop();
}

async function fillPostgres(url: string, { postgres, at, receiverPort }: FormerData, receiver: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of postgres.schema) await client.query(statement);
  // Replica mode disables foreign keys and triggers, so tables can be filled in any order.
  await client.query("SET session_replication_role = replica");
  for (const [name, rows] of Object.entries(postgres.tables)) {
    // Deletes rows that migrations have inserted.
    await client.query(`DELETE FROM ${name}`);
    await client.query(
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
      [rows.replaceAll(`http://127.0.0.1:${receiverPort}/`, receiver)],
    );
  }
  for (const [name, value] of Object.entries(postgres.sequences))
    await client.query("SELECT setval($1, $2)", [name, value]);
  await shiftTimes(client, at);
  // Messages that failed twice would otherwise wait for minutes.
  await client.query("UPDATE webhook_message SET due_at = least(due_at, now()) WHERE state = 'pending'");
  // A new Postgres starts with low transaction ids; they are advanced beyond those of the former Postgres.
  for (let last = 0n; last <= BigInt(postgres.transaction);) {
    const { rows } = await client.query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
    last = BigInt(rows[0]?.id ?? 0);
  }
  await client.end();
}

/**
 * Shifts times as if the data had been written just now. Clicks keep their times, so webhooks must stay older than the
 * clicks.
 */
async function shiftTimes(client: pg.Client, writtenAt: Date): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, json_agg(a.attname) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.atttypid = 'timestamptz'::regtype AND (c.relname, a.attname) <> ('webhook', 'created_at')
     GROUP BY c.relname`,
  );
  for (const { name, columns } of rows)
    await client.query(`UPDATE ${name} SET ${columns.map((one) => `${one} = ${one} + (now() - $1)`).join(", ")}`, [
      writtenAt,
    ]);
}

async function fillClickHouse(url: string, { clickHouse }: FormerData): Promise<void> {
  const client = createClickHouse({ clickHouseUrl: url, database: "hoplog", application: "test" });
  for (const query of clickHouse.schema) await client.command({ query });
  // Detaches materialized views, because the rows that they would write are inserted too.
  const answer = await client.query({
    query: "SELECT name FROM system.tables WHERE database = 'hoplog' AND engine = 'MaterializedView'",
    format: "JSONEachRow",
  });
  const views = z
    .object({ name: z.string() })
    .array()
    .parse(await answer.json());
  for (const { name } of views) await client.command({ query: `DETACH TABLE ${name} SYNC` });
  for (const [name, rows] of Object.entries(clickHouse.tables)) {
    if (rows === "") continue;
    const values = Readable.from([Buffer.from(rows, "base64")], { objectMode: false });
    const { stream } = await client.exec({ query: `INSERT INTO ${name} FORMAT Native`, values });
    const problem = Buffer.concat(await stream.toArray()).toString();
    if (problem !== "") throw new Error(`${name}: ${problem}`);
  }
  for (const { name } of views) await client.command({ query: `ATTACH TABLE ${name}` });
  await client.close();
}
