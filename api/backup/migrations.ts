import type { ClickHouseClient } from "@clickhouse/client";
import type { ClientBase } from "pg";
import { z } from "zod";
import { type AppliedMigration, BackupError, type Manifest } from "./manifest.ts";
import { tableExists } from "./postgresTables.ts";

const clickHouseRow = z.object({ name: z.string(), checksum: z.string() });

/** What has been applied to both databases, by whichever service. */
export async function appliedMigrations(client: ClientBase, clickhouse: ClickHouseClient): Promise<AppliedMigration[]> {
  const api = await client.query<{ name: string }>("SELECT name FROM api_migration ORDER BY name");
  const others = (await tableExists(client, "hoplog_migration"))
    ? await client.query<AppliedMigration>("SELECT scope, name, checksum FROM hoplog_migration ORDER BY scope, name")
    : { rows: [] };
  const answer = await clickhouse.query({
    query: "SELECT name, checksum FROM schema_migration ORDER BY name",
    format: "JSONEachRow",
  });
  return [
    ...api.rows.map(({ name }) => ({ scope: "api", name, checksum: "" })),
    ...others.rows.map(({ scope, name, checksum }) => ({ scope, name, checksum })),
    ...clickHouseRow
      .array()
      .parse(await answer.json())
      .map(({ name, checksum }) => ({ scope: "clickhouse", name, checksum })),
  ];
}

/**
 * Throws a {@link BackupError} unless the tables here are those that the backup was taken from. Scopes that one of the
 * two does not have, such as the event log where it is in Kafka, don't matter.
 */
export function requireSameTables(manifest: Manifest, here: readonly AppliedMigration[]): void {
  const text = ({ scope, name, checksum }: AppliedMigration) => `${scope}/${name} ${checksum}`;
  const saved = new Set(manifest.migrations.map(text));
  const present = new Set(here.map(text));
  const scopes = new Set(manifest.migrations.map(({ scope }) => scope));
  const shared = new Set(here.map(({ scope }) => scope).filter((scope) => scopes.has(scope)));
  const differing = [
    ...manifest.migrations.filter((one) => shared.has(one.scope) && !present.has(text(one))),
    ...here.filter((one) => shared.has(one.scope) && !saved.has(text(one))),
  ];
  if (differing.length === 0) return;
  const names = [...new Set(differing.map(({ scope, name }) => `${scope}/${name}`))];
  throw new BackupError(
    `The backup was made by hoplog ${manifest.version} with other tables (${names.join(", ")}).\n` +
      "Restore it with the version that made it; then start the newer one on that data, which brings it up to date.",
  );
}
