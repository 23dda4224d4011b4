import { type ClickHouseSettings, createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { localEngine } from "@hoplog/platform/clickhouse/localCopy.js";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "@hoplog/platform/clickhouse/migrate.js";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "./openEngine.ts";

// The embedded engine can't replicate, so these tests cover only what is rejected before any table is created.

const alone = (work: () => Promise<void>) => work();
const migrations = readMigrations(clickHouseMigrationsFolder());
const migrate = async (settings: ClickHouseSettings) => migrateClickHouse(settings, await migrations, alone);
const settingsOf = (urls: readonly string[], cluster?: string): ClickHouseSettings => ({
  clickHouseUrl: urls[0] ?? "",
  ...(urls.length > 1 && { otherUrls: urls.slice(1) }),
  database: "hoplog",
  application: "test",
  ...(cluster !== undefined && { cluster: { name: cluster, insertQuorum: "auto" } }),
});

const tables = "SELECT name, toString(uuid) FROM system.tables WHERE database = 'hoplog' ORDER BY name";

const replica = (port: number) => `<replica><host>127.0.0.1</host><port>${port}</port></replica>`;
const macros = (shard: string, name: string) => `<macros><shard>${shard}</shard><replica>${name}</replica></macros>`;
const servers = `<remote_servers>
  <pair><shard>${replica(1)}${replica(2)}</shard></pair>
  <split><shard>${replica(1)}</shard><shard>${replica(2)}</shard></split>
  <three><shard>${replica(1)}${replica(2)}${replica(3)}</shard></three>
</remote_servers>`;

test("a database without replicas refuses CLICKHOUSE_CLUSTER, and stays as it was", async () => {
  const engine = await openEngine(`${servers}${macros("1", "one")}`);
  await migrate(settingsOf([engine.url]));
  const before = await engine.rows(tables);
  const refused = migrate(settingsOf([engine.url], "pair"));
  await expect(refused).rejects.toThrow(
    /CLICKHOUSE_CLUSTER is pair, but the tables in the ClickHouse database hoplog are not replicated\. Nothing was changed; see docs\/guides\/clickhouse-replicas\.md/,
  );
  await expect(refused).rejects.toMatchObject({ name: "MigrationError" });
  expect(await engine.rows(tables)).toEqual(before);
  // Without CLICKHOUSE_CLUSTER the migration still succeeds.
  await migrate(settingsOf([engine.url]));
});

test("a database with replicas refuses to do without CLICKHOUSE_CLUSTER, and stays as it was", async () => {
  const engine = await openEngine();
  await engine.command(`ATTACH TABLE schema_migration UUID '11111111-1111-4111-8111-111111111111'
    (name String, checksum String) ENGINE = ReplicatedMergeTree('/x', 'one') ORDER BY name`);
  const refused = migrate(settingsOf([engine.url]));
  await expect(refused).rejects.toThrow(/are replicated, so CLICKHOUSE_CLUSTER must name the cluster/);
  await expect(refused).rejects.toMatchObject({ name: "MigrationError" });
  expect(await engine.rows(tables)).toHaveLength(1);
});

test("servers that are not set up as one cluster are refused before a table is made", async () => {
  const [one, two, bare] = await Promise.all([
    openEngine(`${servers}${macros("1", "one")}`),
    openEngine(`${servers}${macros("1", "one")}`),
    openEngine(servers),
  ]);
  const attempt = (urls: readonly string[], cluster: string) => migrate(settingsOf(urls, cluster));
  await expect(attempt([one.url], "nowhere")).rejects.toThrow(
    `CLICKHOUSE_CLUSTER is nowhere, but ClickHouse at ${one.name} does not know this cluster (system.clusters)`,
  );
  await expect(attempt([one.url, two.url], "split")).rejects.toThrow("has 2 shards in this cluster");
  await expect(attempt([one.url, two.url], "three")).rejects.toThrow(
    "has 3 replicas in this cluster, but CLICKHOUSE_URL names 2. Name all of them",
  );
  await expect(attempt([one.url, bare.url], "pair")).rejects.toThrow(
    `ClickHouse at ${bare.name} must define the macros shard and replica`,
  );
  await expect(attempt([one.url, two.url], "pair")).rejects.toThrow(/are the same replica.*: 1\/one/);
  await two.stop();
  await expect(attempt([one.url, two.url], "pair")).rejects.toThrow(
    new RegExp(`while all replicas are available. Unavailable: ${two.name} \\(.*ECONNREFUSED.*\\)`),
  );
  expect(await one.rows(tables)).toEqual([]);
});

test("a cluster whose servers have no Keeper gets nothing made", async () => {
  const [one, two] = await Promise.all([
    openEngine(`${servers}${macros("1", "one")}`),
    openEngine(`${servers}${macros("1", "two")}`),
  ]);
  await expect(migrate(settingsOf([one.url, two.url], "pair"))).rejects.toThrow("Replicated DDL queries are disabled");
  expect(await Promise.all([one.rows(tables), two.rows(tables)])).toEqual([[], []]);
});

test("addresses of servers with different data are refused", async () => {
  const [one, two] = await Promise.all([openEngine(), openEngine()]);
  await migrate(settingsOf([one.url]));
  const before = await one.rows(tables);
  await expect(migrate(settingsOf([one.url, two.url]))).rejects.toThrow(
    /CLICKHOUSE_URL names servers with different tables: hoplog\.\w+ is missing at /,
  );
  await expect(migrate(settingsOf([two.url, one.url]))).rejects.toThrow(/is missing at /);
  expect(await two.rows(tables)).toEqual([]);
  // Separately created tables have other UUIDs, so a batch repeated at the other server would not be deduplicated.
  await migrate(settingsOf([two.url]));
  await expect(migrate(settingsOf([one.url, two.url]))).rejects.toThrow(
    /different tables: hoplog\.\w+ \w+ [0-9a-f-]{36} and /,
  );
  expect(await one.rows(tables)).toEqual(before);
  // A server that is unreachable is not compared.
  await two.stop();
  await migrate(settingsOf([one.url, two.url]));
});

test("a replicated table's copy for one server has everything but the replicas", async () => {
  const engine = await openEngine(macros("1", "one"));
  const columns =
    "(owner UUID, quarter DateTime('UTC'), people UInt64, bots UInt64, INDEX b people TYPE minmax, PROJECTION p (SELECT owner, sum(people) GROUP BY owner))";
  const rest =
    "PARTITION BY toYYYYMM(quarter) ORDER BY (owner, quarter) SETTINGS deduplicate_merge_projection_mode = 'rebuild', index_granularity = 1024";
  await engine.command(`ATTACH TABLE sums UUID '11111111-1111-4111-8111-111111111111' ${columns}
    ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (people, bots)) ${rest}`);
  await engine.command("CREATE TABLE plain (n UInt8) ENGINE = MergeTree ORDER BY n");
  const client = createClickHouse(settingsOf([engine.url]));
  onTestFinished(() => client.close());
  expect(await localEngine(client, "plain")).toBe("");
  const copy = await localEngine(client, "sums");
  expect(copy).toBe(` ENGINE = SummingMergeTree((people, bots)) ${rest}`);
  await engine.command(`CREATE TABLE rebuilt AS sums${copy}`);
  await engine.command(`CREATE TABLE cloned CLONE AS sums${copy}`);
  const made = await engine.rows(
    "SELECT name, engine, replaceRegexpOne(create_table_query, '^CREATE TABLE \\\\S+ ', '') FROM system.tables WHERE name IN ('rebuilt', 'cloned') ORDER BY name",
  );
  const whole = ["SummingMergeTree", expect.stringMatching(/INDEX b .*PROJECTION p/s)];
  expect(made).toEqual([
    ["cloned", ...whole],
    ["rebuilt", ...whole],
  ]);
});
