import { createClickHouse } from "@hoplog/platform/clickhouse/client.js";
import { loadPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { startClickHouse } from "@hoplog/stack/engines/clickhouse/clickhouse.js";
import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOwner, type Owner } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { runTool } from "./tool.ts";

/** Written by fixtures/writeOldData.mjs. */
const oldData = z.object({
  links: z.object({ id: z.string(), code: z.string() }).array().min(4),
  clicks: z.number(),
  history: z.number(),
  /** What an address of the api gave. */
  figures: z.record(z.string(), z.unknown()),
  postgres: z.object({
    schema: z.string().array(),
    /** Rows as JSON text. */
    tables: z.record(z.string(), z.string()),
    sequences: z.record(z.string(), z.string()),
    /** The number of its last transaction. */
    transaction: z.string(),
  }),
  clickHouse: z.object({ schema: z.string().array(), tables: z.record(z.string(), z.base64()) }),
});

type OldData = z.output<typeof oldData>;

let testStack: TestStack;
let old: OldData;

beforeAll(async () => {
  const file = join(import.meta.dirname, "fixtures", "c493b96.json.zst");
  old = oldData.parse(JSON.parse(zstdDecompressSync(readFileSync(file)).toString()));
  testStack = await newTestStack();
  await fill(testStack, old);
});
afterAll(() => testStack?.clear());

/** Makes the data folder as the earlier commit has left it. */
async function fill({ dataFolder, appPort, shortPort }: TestStack, { postgres, clickHouse }: OldData): Promise<void> {
  mkdirSync(dataFolder);
  const secrets = loadSecrets(dataFolder);
  const ports = await loadPorts(dataFolder, [appPort, shortPort]);
  const database = await startPostgres({
    dataDir: join(dataFolder, "postgres"),
    port: ports.postgres,
    password: secrets.postgres,
    database: "hoplog",
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const statement of postgres.schema) await client.query(statement);
  // In any order, as the rows come: references are not looked at.
  await client.query("SET session_replication_role = replica");
  for (const [name, rows] of Object.entries(postgres.tables))
    await client.query(
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
      [rows],
    );
  for (const [name, value] of Object.entries(postgres.sequences))
    await client.query("SELECT setval($1, $2)", [name, value]);
  // This Postgres counts transactions from the beginning; the one that is upgraded has come further.
  for (let at = 0n; at <= BigInt(postgres.transaction);) {
    const { rows } = await client.query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
    at = BigInt(rows[0]?.id ?? 0);
  }
  await client.end();
  await database.stop();

  const engine = await startClickHouse({
    dataDir: join(dataFolder, "clickhouse"),
    port: ports.clickHouse,
    users: [{ name: "hoplog", password: secrets.clickHouse }],
    database: "hoplog",
  });
  const clicks = createClickHouse({ clickHouseUrl: engine.url, database: "hoplog", application: "test" });
  const isView = (sql: string) => sql.startsWith("CREATE MATERIALIZED VIEW");
  for (const query of clickHouse.schema.filter((sql) => !isView(sql))) await clicks.command({ query });
  // The projections come as they were, so their views come after them.
  for (const [name, rows] of Object.entries(clickHouse.tables)) {
    if (rows === "") continue;
    const values = Readable.from([Buffer.from(rows, "base64")], { objectMode: false });
    const { stream } = await clicks.exec({ query: `INSERT INTO ${name} FORMAT Native`, values });
    expect(Buffer.concat(await stream.toArray()).toString()).toBe("");
  }
  for (const query of clickHouse.schema.filter(isView)) await clicks.command({ query });
  await clicks.close();
  await engine.stop();
}

it(
  "starts on the data of an earlier commit, shows the same figures, and goes on with them",
  { timeout: 480_000 },
  async () => {
    await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
    const here = databasesOf(testStack);
    const applied = await here.clickHouse("SELECT count() AS migrations FROM schema_migration");
    expect(Number(applied[0]?.["migrations"])).toBeGreaterThan(3);

    const account = await openOwner(testStack.appUrl);
    expect(await account.clicks()).toBe(old.clicks);
    const data = z.object({ data: z.unknown() });
    for (const [path, shown] of Object.entries(old.figures)) {
      const { data: now } = data.parse(await account.call("GET", path));
      expect(sums(now)).toEqual(sums(shown));
    }
    await expectPlainLinks(account);
    const [first, second] = old.links;
    expect(await account.historyOf(first?.id ?? "")).toBe(old.history);
    const verified = await runTool(testStack, "verify", { LINKS: "4" });
    expect(verified.output).toContain("Everything is as the raw clicks say.");

    const visit = (code = "") => fetch(`${testStack.shortUrl}/${code}`, { redirect: "manual" });
    expect((await visit(first?.code)).headers.get("location")).toBe("https://example.com/moved");
    expect((await visit(second?.code)).headers.get("location")).toBe("https://example.com/1");
    await expect.poll(() => account.clicks()).toBe(old.clicks + 2);
    await account.call("PUT", `/api/urls/${first?.id}`, {
      name: "Edited since",
      originalUrl: "https://example.com/new",
      tags: ["Print"],
      note: "At the station",
    });
    for (const narrowed of ["tags=print", "search=station", "search=print", "hasNote=true"])
      expect(await namesOf(account, narrowed)).toEqual(["Edited since"]);
    await expect.poll(async () => (await visit(first?.code)).headers.get("location")).toBe("https://example.com/new");
    expect(await account.historyOf(first?.id ?? "")).toBe(old.history + 1);
  },
);

const listSchema = z.object({
  data: z.array(z.looseObject({ name: z.string() })),
  pagination: z.looseObject({ total: z.number() }),
});

async function namesOf(account: Owner, query: string): Promise<string[]> {
  const { data, pagination } = listSchema.parse(await account.call("GET", `/api/urls?limit=100&${query}`));
  expect(pagination.total).toBe(data.length);
  return data.map(({ name }) => name);
}

/** Links of a release without tags and notes have none, and are found by every filter, order and search. */
async function expectPlainLinks(account: Owner): Promise<void> {
  const { data } = listSchema.parse(await account.call("GET", "/api/urls?limit=100&archived=include"));
  const plain = { tags: [], note: null, externalId: null, isArchived: false, isFavourite: false };
  expect(data).toHaveLength(5);
  for (const link of data) expect(link).toMatchObject(plain);

  const newest = ["Link 5", "Link 3", "Link 2", "Link 1", "Renamed twice"];
  for (const narrowed of ["", "hasNote=false", "favourite=false", "tags=print&tagsMode=none", "search=example.com"])
    expect(await namesOf(account, narrowed), narrowed).toEqual(newest);
  for (const narrowed of ["hasNote=true", "favourite=true", "archived=only", "tags=print", "externalId=crm-17"])
    expect(await namesOf(account, narrowed), narrowed).toEqual([]);
  for (const search of ["renamed", "moved", "Renmed twice"])
    expect(await namesOf(account, `search=${search}`), search).toEqual(["Renamed twice"]);
  expect(await namesOf(account, "clicksMin=1&bots=true")).toEqual(["Link 3", "Link 2", "Link 1", "Renamed twice"]);

  const [byName, ofGroup] = [newest.toReversed(), ["Link 1", "Link 3", "Link 5"]];
  expect(await namesOf(account, "sort=name")).toEqual(["Link 1", "Link 2", "Link 3", "Link 5", "Renamed twice"]);
  expect(await namesOf(account, "sort=updated")).toEqual(["Renamed twice", ...newest.slice(0, 4)]);
  expect((await namesOf(account, "sort=group")).slice(0, 3)).toEqual(ofGroup);
  for (const sort of [
    "destination",
    "externalId",
    "domain",
    "tags",
    "note",
    "state",
    "favourite",
    "archived",
    "expires",
  ])
    expect((await namesOf(account, `sort=${sort}`)).toSorted(), sort).toEqual(byName.toSorted());
}

const totals = z.object({ totalClicks: z.number(), uniqueVisitors: z.number().optional() }).loose();
const overview = z.object({ overview: totals });

/** The sums of an answer: growth and series depend on the day. */
function sums(answer: unknown) {
  const found = overview.safeParse(answer);
  const { totalClicks, uniqueVisitors } = totals.parse(found.success ? found.data.overview : answer);
  return { totalClicks, uniqueVisitors };
}
