import { baseOf, bases } from "@hoplog/platform/postgres/bases.js";
import { checksumOf } from "@hoplog/platform/postgres/migrate.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAnalytics } from "../../clicks/clickhouse/openAnalytics.ts";
import { migrateDatabase } from "../../kernel/database/migrate.ts";
import { apiMigrations } from "../../kernel/database/migrations/all.ts";
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

const changed = (scope: string, changes: Partial<AppliedMigration>) => {
  const index = here.findIndex((one) => one.scope === scope);
  return here.map((one, at) => (at === index ? { ...one, ...changes } : one));
};

describe("a backup's migrations", () => {
  it("are those of both databases, the api's with their checksums", () => {
    expect(here.filter(({ scope }) => scope === "api")).toEqual(
      apiMigrations.map(({ name, sql }) => ({ scope: "api", name, checksum: checksumOf(sql) })),
    );
    expect(here.filter(({ scope }) => scope === "clickhouse").map(({ name }) => name)).toContain(bases.clickhouse.name);
  });

  it("fit where the same were applied", () => {
    expect(() => requireSameTables(manifestOf(here), here)).not.toThrow();
  });

  it("fit where a base stands for them, and only if the last that it replaces is among them", () => {
    const isBase = ({ name }: AppliedMigration) => name.endsWith("_base");
    const before = here.flatMap((one) => {
      const base = baseOf(one.scope);
      if (!base || !isBase(one)) return [one];
      return [base.replaces, "0001_first"].map((name) => ({ ...one, name, checksum: "former" }));
    });
    expect(before).toHaveLength(here.length + here.filter(isBase).length);
    expect(() => requireSameTables(manifestOf(before), here)).not.toThrow();
    const older = before.filter(({ name }) => name !== bases.api.replaces);
    expect(() => requireSameTables(manifestOf(older), here)).toThrow(/api\/0001_first, api\/0048_base/);
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
    expect(() => requireSameTables(manifestOf(here), more)).toThrow(/api\/9999_added/);
  });
});
