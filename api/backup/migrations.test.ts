import { checksumOf } from "@hoplog/platform/postgres/migrate.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAnalytics } from "../clickhouse/openAnalytics.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { apiMigrations } from "../database/migrations/all.ts";
import { type AppliedMigration, BackupError, type Manifest } from "./manifest.ts";
import { appliedMigrations, requireSameTables } from "./migrations.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let analytics: Awaited<ReturnType<typeof freshClickHouse>>;
let clickhouse: Awaited<ReturnType<typeof openAnalytics>>;
let client: pg.Client;
let here: AppliedMigration[];
beforeAll(async () => {
  [database, analytics] = [await freshDatabase(), await freshClickHouse()];
  await migrateDatabase(database.url);
  const clickHouseUrl = Object.assign(new URL(analytics.url), {
    username: analytics.username,
    password: analytics.password,
  }).href;
  clickhouse = await openAnalytics({
    clickHouseUrl,
    database: analytics.database,
    databaseUrl: database.url,
    logger: createLogger("test", "silent"),
  });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  here = await appliedMigrations(client, clickhouse);
});
afterAll(async () => {
  await client.end();
  await clickhouse.close();
  await Promise.all([database.drop(), analytics.drop()]);
});

const manifestOf = (migrations: readonly AppliedMigration[]): Manifest => ({
  format: 1,
  version: "0.1.0",
  at: "2026-11-22T12:00:00.000Z",
  migrations: [...migrations],
  postgres: [],
  clickHouse: [],
  spool: [],
});

/** As backups were written that knew the api's migrations by their names alone. */
const olderManifest = () => manifestOf(here.map((one) => (one.scope === "api" ? { ...one, checksum: "" } : one)));

const changed = (scope: string, changes: Partial<AppliedMigration>) => {
  const index = here.findIndex((one) => one.scope === scope);
  return here.map((one, at) => (at === index ? { ...one, ...changes } : one));
};

describe("a backup's migrations", () => {
  it("are those of both databases, the api's with their checksums", () => {
    expect(here.filter(({ scope }) => scope === "api")).toEqual(
      apiMigrations.map(({ name, sql }) => ({ scope: "api", name, checksum: checksumOf(sql) })),
    );
    expect(here.filter(({ scope }) => scope === "clickhouse").length).toBeGreaterThan(5);
  });

  it("fit where the same were applied, also when the backup knows the api's by name alone", () => {
    expect(() => requireSameTables(manifestOf(here), here)).not.toThrow();
    expect(() => requireSameTables(olderManifest(), here)).not.toThrow();
  });

  it.each([
    ["an api's migration less", () => here.slice(1)],
    ["one of another text", () => changed("api", { checksum: "other" })],
    ["one of another name", () => changed("api", { name: "0001_other" })],
    ["another text in ClickHouse", () => changed("clickhouse", { checksum: "other" })],
    ["no checksum in ClickHouse", () => changed("clickhouse", { checksum: "" })],
  ])("don't fit where there is %s", (_what, other) => {
    expect(() => requireSameTables(manifestOf(here), other())).toThrow(BackupError);
    expect(() => requireSameTables(manifestOf(other()), here)).toThrow(BackupError);
  });

  it("of an older backup don't fit where there is one more", () => {
    const more = [...here, { scope: "api", name: "9999_added", checksum: "c" }];
    expect(() => requireSameTables(olderManifest(), more)).toThrow(/api\/9999_added/);
  });

  it("are read while an api of the release before still runs", async () => {
    await client.query("BEGIN");
    await client.query("DELETE FROM hoplog_migration WHERE scope = 'api'");
    const before = await appliedMigrations(client, clickhouse);
    await client.query("ROLLBACK");
    expect(new Set(before.map((one) => JSON.stringify(one)))).toEqual(
      new Set(olderManifest().migrations.map((one) => JSON.stringify(one))),
    );
  });
});
