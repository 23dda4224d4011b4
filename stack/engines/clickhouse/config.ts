import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../writeWhole.ts";

/** A user who may connect over HTTP from this machine. */
export interface ClickHouseUser {
  name: string;
  password: string;
  /** Queries such as `GRANT SELECT ON hoplog.*`; without them the user has all rights. */
  grants?: readonly string[];
  /** Settings of the user's own profile, such as `readonly: 1`. */
  settings?: Readonly<Record<string, string | number>>;
}

/** Resource limits of a server. */
export interface ClickHouseBounds {
  /** Whether the server is read-only, so that parts are never merged. */
  readonly readsOnly?: boolean;
  /** Whether the server runs on a machine with 1 GB of memory. */
  readonly isSmall?: boolean;
}

/** Paths of the files that a server is started with, and of its data folder. */
export interface ClickHouseFiles {
  config: string;
  users: string;
  /** Path of the file with the queries that the engine runs at startup. */
  queries: string;
  data: string;
}

/**
 * Writes the server's configuration and users. Further *.xml files in FOLDER/users.d are merged into the users when
 * the server starts, by ClickHouse itself.
 */
export function writeClickHouseFiles(
  folder: string,
  httpPort: number,
  users: readonly ClickHouseUser[],
  bounds: ClickHouseBounds = {},
): ClickHouseFiles {
  const files = {
    config: join(folder, "config.xml"),
    users: join(folder, "users.xml"),
    queries: join(folder, "start.sql"),
    data: join(folder, "data"),
  };
  mkdirSync(files.data, { recursive: true });
  mkdirSync(join(folder, "users.d"), { recursive: true });
  writeWhole(files.config, serverConfig(folder, files, httpPort, bounds));
  writeWhole(files.users, usersConfig(users, bounds));
  return files;
}

/**
 * Serves only queries and /ping, because pages such as /play and /dashboard need no login. Docker's config.xml does the
 * same.
 */
const queriesOnly = `  <http_handlers>
    <rule><url>/ping</url><methods>GET,HEAD</methods><handler><type>static</type><status>200</status><content_type>text/plain</content_type><response_content>Ok.&#10;</response_content></handler></rule>
    <rule><url>/</url><methods>GET,HEAD,POST,OPTIONS</methods><handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler></rule>
  </http_handlers>
`;

function memoryOf({ readsOnly = false, isSmall = false }: ClickHouseBounds): string {
  if (!isSmall)
    return `  <max_server_memory_usage_to_ram_ratio>${readsOnly ? 0.2 : 0.4}</max_server_memory_usage_to_ram_ratio>
  <mark_cache_size>${readsOnly ? 33_554_432 : 134_217_728}</mark_cache_size>
  <max_concurrent_queries>100</max_concurrent_queries>
`;
  // The memory use of the server's control group is ignored, because the group includes all other processes of the
  // stack.
  return `  <memory_worker_use_cgroup>0</memory_worker_use_cgroup>
  <max_server_memory_usage>${readsOnly ? 200_000_000 : 350_000_000}</max_server_memory_usage>
  <mark_cache_size>8388608</mark_cache_size>
  <index_mark_cache_size>2097152</index_mark_cache_size>
  <compiled_expression_cache_size>4194304</compiled_expression_cache_size>
  <query_condition_cache_size>4194304</query_condition_cache_size>
  <max_concurrent_queries>20</max_concurrent_queries>
`;
}

/** Queries use one thread, and spill sorts and groups above 50 MB to disk. */
const smallProfile = `
      <max_threads>1</max_threads>
      <max_insert_threads>1</max_insert_threads>
      <max_bytes_before_external_group_by>50000000</max_bytes_before_external_group_by>
      <max_bytes_before_external_sort>50000000</max_bytes_before_external_sort>`;

/**
 * Returns the configuration, sized for a laptop: few background threads and limited memory. By default the engine
 * writes no system logs.
 */
function serverConfig(folder: string, files: ClickHouseFiles, httpPort: number, bounds: ClickHouseBounds): string {
  const background = bounds.isSmall ? { threads: 1, schedule: 4 } : { threads: 4, schedule: 8 };
  const entries = background.threads;
  return `<clickhouse>
  <logger>
    <level>warning</level>
    <log>${text(join(folder, "server.log"))}</log>
    <errorlog>${text(join(folder, "error.log"))}</errorlog>
    <size>10M</size>
    <count>2</count>
  </logger>
  <path>${text(files.data)}/</path>
  <users_config>${text(files.users)}</users_config>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${httpPort}</http_port>
  <keep_alive_timeout>5</keep_alive_timeout>
${queriesOnly}  <timezone>UTC</timezone>
${memoryOf(bounds)}  <asynchronous_metrics_update_period_s>60</asynchronous_metrics_update_period_s>
  <background_pool_size>${background.threads}</background_pool_size>
  <background_merges_mutations_concurrency_ratio>2</background_merges_mutations_concurrency_ratio>
  <background_schedule_pool_size>${background.schedule}</background_schedule_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <background_move_pool_size>1</background_move_pool_size>
  <background_fetches_pool_size>1</background_fetches_pool_size>
  <merge_tree>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>${entries}</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_mutation>${Math.min(entries, 2)}</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>${Math.min(entries, 2)}</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
</clickhouse>
`;
}

/**
 * Returns the users. The engine's own session runs as `default`, without a password. That user is limited to one
 * session, which the engine holds as long as it runs, so no other client can log in; its rights cover only opening the
 * listener, stopping merges, creating the analysts' workloads and reading standard input to its end.
 */
function usersConfig(users: readonly ClickHouseUser[], { isSmall = false }: ClickHouseBounds): string {
  return `<clickhouse>
  <profiles>
    <default>
      <log_queries>0</log_queries>
      <async_insert>0</async_insert>${isSmall ? smallProfile : ""}
    </default>
    <engine><max_sessions_for_user>1</max_sessions_for_user></engine>
${users.map(profile).join("")}  </profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <no_password/>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>engine</profile>
      <quota>default</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN ON *.*</query>
        <query>GRANT READ ON FILE</query>
        <query>GRANT CREATE TEMPORARY TABLE ON *.*</query>
        <query>GRANT SYSTEM MERGES ON *.*</query>
        <query>GRANT CREATE RESOURCE, DROP RESOURCE, CREATE WORKLOAD, DROP WORKLOAD ON *.*</query>
      </grants>
    </default>
${users.map(account).join("")}  </users>
</clickhouse>
`;
}

function profile({ name, settings }: ClickHouseUser): string {
  if (!settings) return "";
  const values = Object.entries(settings).map(([key, value]) => `<${key}>${text(String(value))}</${key}>`);
  return `    <${name}_profile>${values.join("")}</${name}_profile>\n`;
}

function account({ name, password, grants, settings }: ClickHouseUser): string {
  const hash = createHash("sha256").update(password).digest("hex");
  const rights = grants ? `<grants>${grants.map((query) => `<query>${text(query)}</query>`).join("")}</grants>` : "";
  return `    <${name}>
      <password_sha256_hex>${hash}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>${settings ? `${name}_profile` : "default"}</profile>
      <quota>default</quota>
      ${rights}
    </${name}>
`;
}

/** Escapes text for an XML element. */
export function text(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
