import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { ClientBase } from "pg";
import { z } from "zod";
import { type AppliedMigration, BackupError, type Manifest } from "./manifest.ts";

const clickHouseRow = z.object({ name: z.string(), checksum: z.string() });

/** What has been applied to both databases, by whichever service. */
export async function appliedMigrations(client: ClientBase, clickhouse: ClickHouseClient): Promise<AppliedMigration[]> {
  // The second part is there where an api of the release before still runs.
  const { rows } = await client.query<AppliedMigration>(`
    SELECT scope, name, checksum FROM hoplog_migration
    UNION ALL
    SELECT 'api', name, '' FROM api_migration WHERE NOT EXISTS (SELECT FROM hoplog_migration WHERE scope = 'api')
    ORDER BY scope, name`);
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
 * Throws a {@link BackupError} unless the tables here are those that the backup was taken from. Scopes that one of the
 * two does not have, such as the event log where it is in Kafka, don't matter. Older backups have no checksums
 * of the api's migrations, only their names.
 */
export function requireSameTables(manifest: Manifest, here: readonly AppliedMigration[]): void {
  const scopes = new Set(manifest.migrations.map(({ scope }) => scope));
  const shared = new Set(here.map(({ scope }) => scope).filter((scope) => scopes.has(scope)));
  const differing = [
    ...manifest.migrations.filter((one) => shared.has(one.scope) && !here.some((other) => isSame(one, other))),
    ...here.filter((one) => shared.has(one.scope) && !manifest.migrations.some((other) => isSame(one, other))),
  ];
  if (differing.length === 0) return;
  const names = [...new Set(differing.map(({ scope, name }) => `${scope}/${name}`))];
  throw new BackupError(
    `The backup was made by hoplog ${manifest.version} with other tables (${names.join(", ")}).\n` +
      "Restore it with the version that made it; then start the newer one on that data, which brings it up to date.",
  );
}

function isSame(one: AppliedMigration, other: AppliedMigration): boolean {
  if (one.scope !== other.scope || one.name !== other.name) return false;
  return one.checksum === other.checksum || (one.scope === "api" && [one.checksum, other.checksum].includes(""));
}
