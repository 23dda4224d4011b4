import { MigrationError } from "../postgres/migrate.ts";
import { isUnavailable } from "./unavailable.ts";
import type { ClickHouseClient } from "./client.ts";
import { type ClickHouseSettings, createClickHouse } from "./createClickHouse.ts";

interface Server {
  readonly name: string;
  readonly client: ClickHouseClient;
}

const how = "see docs/guides/clickhouse-replicas.md for the migration";

/**
 * Throws a {@link MigrationError} if the existing tables are replicated and the settings name no cluster, or vice
 * versa. `engine` is the engine of one of the tables.
 */
export function requireSameMode(engine: string, { cluster, database }: ClickHouseSettings): void {
  const isReplicated = engine.startsWith("Replicated");
  if (cluster && !isReplicated) {
    throw new MigrationError(
      `CLICKHOUSE_CLUSTER is ${cluster.name}, but the tables in the ClickHouse database ${database} are not replicated. Nothing was changed; ${how}`,
    );
  }
  if (!cluster && isReplicated) {
    throw new MigrationError(
      `The tables in the ClickHouse database ${database} are replicated, so CLICKHOUSE_CLUSTER must name the cluster that they were created for. Nothing was changed; ${how}`,
    );
  }
}

/**
 * Requires that all replicas are available, because tables are created and changed on every replica. Throws if a
 * replica is unavailable or not set up for replication: a {@link MigrationError} if retrying can't help. Does nothing
 * without a cluster.
 */
export async function requireAllServers(settings: ClickHouseSettings): Promise<void> {
  const { cluster } = settings;
  if (!cluster) return;
  await withServers(settings, async (servers, client) => {
    const away = (await client.addresses?.states())?.filter(({ problem }) => problem !== null) ?? [];
    if (away.length > 0) {
      const each = away.map(({ name, problem }) => `${name} (${problem})`).join(", ");
      throw new Error(
        `ClickHouse tables can only be created and changed while all replicas are available. Unavailable: ${each}`,
      );
    }
    const replicas = new Set<string>();
    for (const server of servers) replicas.add(await placeOf(server, cluster.name, servers.length));
    if (replicas.size < servers.length) {
      throw new MigrationError(
        `Two servers in CLICKHOUSE_URL are the same replica, according to the ClickHouse macros shard and replica: ${[...replicas].join(", ")}`,
      );
    }
  });
}

/** Returns the server's shard and replica name. */
async function placeOf({ name, client }: Server, cluster: string, addresses: number): Promise<string> {
  const [found] = await rowsOf<{ shards: number; replicas: number }>(
    client,
    "SELECT toUInt32(uniqExact(shard_num)) AS shards, toUInt32(count()) AS replicas FROM system.clusters WHERE cluster = {cluster:String}",
    { cluster },
  );
  const { shards = 0, replicas = 0 } = found ?? {};
  const problem =
    replicas === 0
      ? "does not know this cluster (system.clusters)"
      : shards > 1
        ? `has ${shards} shards in this cluster; hoplog requires one, with all rows on each replica`
        : replicas !== addresses
          ? `has ${replicas} replicas in this cluster, but CLICKHOUSE_URL names ${addresses}. Name all of them`
          : null;
  if (problem) throw new MigrationError(`CLICKHOUSE_CLUSTER is ${cluster}, but ClickHouse at ${name} ${problem}`);
  const macros = await rowsOf<{ macro: string; substitution: string }>(
    client,
    "SELECT macro, substitution FROM system.macros WHERE macro IN ('shard', 'replica') ORDER BY macro DESC",
  );
  if (macros.length < 2) {
    throw new MigrationError(
      `ClickHouse at ${name} must define the macros shard and replica in its configuration (system.macros)`,
    );
  }
  return macros.map(({ substitution }) => substitution).join("/");
}

/** Tables that tools create for themselves on one server. */
const ownCopies = "^(backup|verify|rebuild)_";

/**
 * Throws a {@link MigrationError} if the available servers have different tables, and so different data. Table ids are
 * compared too: they are part of a replicated table's Keeper path, so tables created separately don't replicate each
 * other.
 */
export async function requireSameTables(settings: ClickHouseSettings): Promise<void> {
  if (!settings.otherUrls) return;
  await withServers(settings, async (servers) => {
    const known = [];
    for (const { name, client } of servers) {
      const tables = await tablesOf(client, settings.database).catch((error: unknown) => {
        if (isUnavailable(error)) return null;
        throw error;
      });
      if (tables) known.push({ name, tables });
    }
    const [first, ...others] = known;
    for (const { name, tables } of others) {
      for (const table of new Set([...(first?.tables.keys() ?? []), ...tables.keys()])) {
        const [one, other] = [first?.tables.get(table), tables.get(table)];
        if (one === other) continue;
        const what = one && other ? `${one} and ${other}` : `is missing at ${one ? name : first?.name}`;
        throw new MigrationError(
          `CLICKHOUSE_URL names servers with different tables: ${settings.database}.${table} ${what} (${first?.name}, ${name}). ` +
            "They must be replicas whose tables were created together. Nothing was changed; docs/guides/clickhouse-replicas.md describes how to add a replica",
        );
      }
    }
  });
}

async function tablesOf(client: ClickHouseClient, database: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ name: string; engine: string; id: string }>(
    client,
    `SELECT name, engine, toString(uuid) AS id FROM system.tables
     WHERE database = {database:String} AND NOT match(name, {ownCopies:String}) ORDER BY name`,
    { database, ownCopies },
  );
  return new Map(rows.map(({ name, engine, id }) => [name, `${engine} ${id}`]));
}

async function rowsOf<T>(client: ClickHouseClient, query: string, query_params?: Record<string, unknown>) {
  const answer = await client.query({ query, format: "JSONEachRow", ...(query_params && { query_params }) });
  return answer.json<T>();
}

async function withServers(
  settings: ClickHouseSettings,
  work: (servers: readonly Server[], client: ClickHouseClient) => Promise<void>,
): Promise<void> {
  const client = createClickHouse({ ...settings, database: "system" });
  try {
    const alone = { name: new URL(settings.clickHouseUrl).origin, client };
    await work(client.addresses?.each() ?? [alone], client);
  } finally {
    await client.close();
  }
}
