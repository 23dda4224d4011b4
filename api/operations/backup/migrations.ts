import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { baseOf } from "@hoplog/platform/postgres/bases.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { type AppliedMigration, BackupError, type Manifest } from "./manifest.ts";

const clickHouseRow = z.object({ name: z.string(), checksum: z.string() });

/** Returns all applied migrations of both databases, Postgres and ClickHouse. */
export async function appliedMigrations(client: ClientBase, clickhouse: ClickHouseClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "SELECT scope, name, checksum FROM hoplog_migration ORDER BY scope, name",
  );
  const answer = await clickhouse.query({
    query: "SELECT name, checksum FROM schema_migration ORDER BY name",
    format: "JSONEachRow",
  });
  return [
    ...rows.map(({ scope, name, checksum }) => ({ scope, name, checksum })),
    ...clickHouseRow
      .array()
      .parse(await answer.json())
      .map(({ name, checksum }) => ({ scope: "clickhouse", name, checksum })),
  ];
}

/**
 * Throws a {@link BackupError} unless this installation has the same migrations as the backup. Scopes that only one of
 * them has, such as the event log if it is in Kafka, are ignored. A base migration counts as the migrations that it
 * replaces.
 */
export function requireSameTables(manifest: Manifest, here: readonly AppliedMigration[]): void {
  const saved = withBases(manifest.migrations, here);
  const scopes = new Set(saved.map(({ scope }) => scope));
  const shared = new Set(here.map(({ scope }) => scope).filter((scope) => scopes.has(scope)));
  const differing = [
    ...saved.filter((one) => shared.has(one.scope) && !here.some((other) => isSame(one, other))),
    ...here.filter((one) => shared.has(one.scope) && !saved.some((other) => isSame(one, other))),
  ];
  if (differing.length === 0) return;
  const names = [...new Set(differing.map(({ scope, name }) => `${scope}/${name}`))];
  throw new BackupError(
    `The backup was made by hoplog ${manifest.version}, whose tables differ (${names.join(", ")}).\n` +
      "Restore it into databases without tables, or with the version that made it; then start the newer version on that data.",
  );
}

/** Replaces the migrations of a backup that is older than the base migrations by the base migrations. */
function withBases(saved: readonly AppliedMigration[], here: readonly AppliedMigration[]): AppliedMigration[] {
  return saved.flatMap((one) => {
    const base = baseOf(one.scope);
    const replaced = saved.some(({ scope, name }) => scope === one.scope && name === base?.replaces);
    if (!base || !replaced || one.name > base.replaces) return [one];
    return one.name === base.replaces
      ? here.filter(({ scope, name }) => scope === one.scope && name === base.name)
      : [];
  });
}

function isSame(one: AppliedMigration, other: AppliedMigration): boolean {
  return one.scope === other.scope && one.name === other.name && one.checksum === other.checksum;
}
