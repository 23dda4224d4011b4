import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "@hoplog/platform/clickhouse/migrate.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { openEngine, type OwnEngine } from "./openEngine.ts";

const alone = (work: () => Promise<void>) => work();

function settingsOf({ url }: OwnEngine, ...others: OwnEngine[]) {
  const otherUrls = others.map((other) => other.url);
  return { clickHouseUrl: url, ...(others.length > 0 && { otherUrls }), database: "hoplog", application: "test" };
}

const names = z.array(z.tuple([z.string()])).transform((rows) => rows.map(([name]) => name));

/**
 * Copies the tables as documented in docs/guides/clickhouse-replicas.md. The embedded engine can't replicate, so
 * these tables are not replicated.
 */
async function copyTables(from: OwnEngine, to: OwnEngine): Promise<void> {
  for (const kind of ["engine LIKE '%MergeTree'", "engine = 'MaterializedView'"]) {
    const found = await from.rows(`SELECT name FROM system.tables WHERE database = 'hoplog' AND ${kind} ORDER BY name`);
    for (const name of names.parse(found)) {
      const made = await from.rows(
        `SHOW CREATE TABLE hoplog.${name} SETTINGS show_table_uuid_in_table_create_query_if_not_nil = 1`,
      );
      for (const statement of names.parse(made)) await to.command(statement);
    }
  }
}

/** Inserts a batch and returns the deduplication ids that each table has stored. */
async function remembered(engine: OwnEngine): Promise<Record<string, string[]>> {
  const client = createClickHouse(settingsOf(engine));
  onTestFinished(() => client.close());
  await client.insert({
    table: "clicks",
    values: [{ owner_id: "01900000-0000-7000-8000-000000000001", at: "2026-01-01 00:00:00.000" }],
    format: "JSONEachRow",
    clickhouse_settings: { insert_deduplication_token: "batch" },
  });
  const tables = ["clicks", "link_quarter", "owner_quarter", "link_day", "owner_day"];
  const found = await engine.rows(
    `SELECT name, data_paths[1] FROM system.tables WHERE database = 'hoplog' AND name IN ('${tables.join("', '")}')`,
  );
  const paths = z.array(z.tuple([z.string(), z.string()])).parse(found);
  return Object.fromEntries(
    paths.map(([name, path]) => {
      const log = readFileSync(join(path, "deduplication_logs", "deduplication_log_1.txt"), "utf8");
      // Columns of a line: operation, part, id.
      return [
        name,
        log
          .trim()
          .split("\n")
          .map((line) => line.split("\t")[2] ?? ""),
      ];
    }),
  );
}

test("a batch is known by the same ids at another server, in each view's table too, as replicas need that share them", async () => {
  const [one, added, apart] = await Promise.all([openEngine(), openEngine(), openEngine()]);
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  await migrateClickHouse(settingsOf(one), migrations, alone);
  await migrateClickHouse(settingsOf(apart), migrations, alone);
  await copyTables(one, added);
  const [first, second, third] = [await remembered(one), await remembered(added), await remembered(apart)];
  expect(Object.values(first).map((ids) => ids.length)).toEqual([1, 1, 1, 1, 1]);
  expect([second, third]).toEqual([first, first]);
  expect(new Set(Object.values(first).flat()).size).toBe(5);
  // A table's path in Keeper contains its UUID, so only tables created with the same UUIDs are replicas of each other.
  const rows =
    "INSERT INTO schema_migration SELECT * FROM VALUES('name String, checksum String, applied_at DateTime', ";
  const noted = await one.rows("SELECT name, checksum FROM schema_migration");
  for (const [name, checksum] of z.array(z.tuple([z.string(), z.string()])).parse(noted))
    await added.command(`${rows}('${name}', '${checksum}', now()))`);
  await migrateClickHouse(settingsOf(one, added), migrations, alone);
  await expect(migrateClickHouse(settingsOf(one, apart), migrations, alone)).rejects.toThrow("different tables");
});

test("the configuration for a trial names one cluster of two replicas", async () => {
  vi.stubEnv("REPLICA", "ch2");
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = readFileSync(join(repositoryRoot, "docs", "replicas", "cluster.xml"), "utf8");
  const engine = await openEngine(
    /<clickhouse>(.*)<\/clickhouse>/s.exec(file)?.[1]?.replace(/<listen_host>.*?<\/listen_host>/, ""),
  );
  expect(await engine.rows("SELECT cluster, shard_num, host_name FROM system.clusters ORDER BY replica_num")).toEqual([
    ["hoplog", 1, "ch1"],
    ["hoplog", 1, "ch2"],
  ]);
  expect(await engine.rows("SELECT macro, substitution FROM system.macros ORDER BY macro")).toEqual([
    ["replica", "ch2"],
    ["shard", "1"],
  ]);
});
