import { join } from "node:path";
import type { Ports } from "../datafolder/ports.ts";
import { analystsUsersFolder } from "../datafolder/analysts.ts";
import type { Secrets } from "../datafolder/secrets.ts";
import { localAddress } from "../settings.ts";
import type { Settings } from "../settings.ts";
import type { ServiceDefinition } from "./service.ts";

/** Names of the services, which are also the names of their folders. */
export type ServiceName = "api" | "redirector" | "ingest";

/** Addresses of the engines and of the api. */
export interface Addresses {
  /** URL of Postgres, with user and password. */
  databaseUrl: string;
  clickHouseUrl: string;
  /** Brokers as HOST:PORT, separated by commas; if undefined, the event log is in Postgres. */
  kafkaBrokers?: string | undefined;
  /** URL of Redis; if undefined, the bus and the rate limits are in Postgres. */
  redisUrl?: string | undefined;
  /** Address at which the api listens: the app's port, unless a proxy listens there. */
  api: { host: string; port: number };
}

/**
 * JavaScript heap limits in MB on a machine with 1 GB: a service that exceeds its limit is restarted without affecting
 * others.
 */
const smallHeaps: Record<ServiceName, number> = { api: 128, redirector: 96, ingest: 96 };

/** Returns the folder within `folder` in which `make docs` builds the documentation. */
export function docsFolder(folder: string): string {
  return join(folder, "docs", "site", "dist");
}

/** Returns how each service is started. Environment variables that are not set here are passed through. */
export function serviceDefinitions(
  folder: string,
  settings: Settings,
  secrets: Secrets,
  ports: Ports,
  addresses: Addresses,
  env: NodeJS.ProcessEnv,
): Record<ServiceName, ServiceDefinition> {
  const common: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    // Limits the number of glibc's arenas, because by default each thread may get its own, and they return little
    // memory.
    MALLOC_ARENA_MAX: settings.isSmall ? "1" : "2",
    ...env,
    HOST: settings.host,
    METRICS_HOST: settings.metricsHost,
    PUBLIC_URL: settings.publicUrl,
    SHORT_URL: settings.shortUrl,
    DATABASE_URL: addresses.databaseUrl,
    ...(addresses.kafkaBrokers && { KAFKA_BROKERS: addresses.kafkaBrokers }),
    ...(addresses.redisUrl && { REDIS_URL: addresses.redisUrl }),
    HOPLOG_DATA: settings.dataFolder,
    // Caches compiled code between starts, so that a crashed service restarts faster.
    NODE_COMPILE_CACHE: join(settings.dataFolder, "cache", "node"),
  };
  const certificateKey = settings.certificateKey ?? secrets.certificate;
  const clickHouse = { CLICKHOUSE_URL: addresses.clickHouseUrl, CLICKHOUSE_DATABASE: settings.clickHouseDatabase };
  const define = (name: ServiceName, url: string, metricsPort: number, own: NodeJS.ProcessEnv) =>
    withMetrics(
      {
        name,
        program: `${name}/dist/bundle/main.js`,
        folder,
        env: { ...common, ...own },
        flags: settings.isSmall ? [`--max-old-space-size=${smallHeaps[name]}`, "--max-semi-space-size=1"] : [],
        healthUrl: `${url}/healthz`,
      },
      metricsPort,
    );
  const redirector = define("redirector", localAddress(settings.host, settings.shortPort), ports.redirector1, {
    SHORT_PORT: String(settings.shortPort),
    CERTIFICATE_KEY: certificateKey,
    ...(settings.isSmall && { LISTENERS: "1" }),
    SPOOL_DIR: join(settings.dataFolder, "spool"),
    REPLICA_DIR: join(settings.dataFolder, "replica"),
    ...(settings.oneHost && { APP_SERVER: localAddress("127.0.0.1", settings.appPort) }),
  });
  return {
    api: define("api", localAddress(addresses.api.host, addresses.api.port), ports.apiMetrics, {
      ...clickHouse,
      APP_PORT: String(addresses.api.port),
      HOST: addresses.api.host,
      TOKEN_SECRET: settings.tokenSecret ?? secrets.token,
      CERTIFICATE_KEY: certificateKey,
      WEB_ROOT: join(folder, "web", "dist"),
      ...(settings.hasDocs && { DOCS_ROOT: docsFolder(folder) }),
      // Only the redirector can reach the api, and it forwards the client's address.
      ...(settings.oneHost && { BEHIND_PROXY: "on", BIND_ADDRESS: settings.host, TRUSTED_PROXIES: "127.0.0.1" }),
      ...(!settings.clickHouseUrl && {
        SQL_USERS_DIR: analystsUsersFolder(settings.dataFolder),
        SQL_HTTP_URL: `http://127.0.0.1:${ports.analysts}`,
        ANALYSTS_CLICKHOUSE_URL: `http://hoplog:${secrets.clickHouse}@127.0.0.1:${ports.analysts}`,
        CONSOLE_PASSWORD: settings.consolePassword ?? secrets.console,
      }),
    }),
    // On the short links' port, a request from an address in TRUSTED_PROXIES would need a PROXY header.
    redirector: env["PROXY_PROTOCOL"] === "on" ? instance(redirector, redirector.name, ports.redirector1) : redirector,
    ingest: define("ingest", localAddress(settings.metricsHost, ports.ingest), ports.ingest, clickHouse),
  };
}

/** Returns the same services run from unbundled modules, of which few change at each save. */
export function unbundled({
  api,
  redirector,
  ingest,
}: Readonly<Record<ServiceName, ServiceDefinition>>): Record<ServiceName, ServiceDefinition> {
  return {
    api: { ...api, program: "api/dist/boot/main.js" },
    redirector: { ...redirector, program: "redirector/dist/boot/main.js" },
    ingest: { ...ingest, program: "ingest/dist/boot/main.js" },
  };
}

/** Returns one of several processes of a service; its health is served on the metrics address. */
export function instance(one: ServiceDefinition, name: string, metricsPort: number): ServiceDefinition {
  const named = withMetrics({ ...one, name }, metricsPort);
  return { ...named, healthUrl: `http://${named.metricsAddress}/healthz` };
}

function withMetrics(one: ServiceDefinition, port: number): ServiceDefinition {
  const metricsAddress = new URL(localAddress(one.env["METRICS_HOST"] ?? "127.0.0.1", port)).host;
  return { ...one, env: { ...one.env, METRICS_PORT: String(port) }, metricsAddress };
}

/** Returns the api, two redirectors that share the short links' port, and two ingests that share the topic. */
export function clusterDefinitions(
  { api, redirector, ingest }: Readonly<Record<ServiceName, ServiceDefinition>>,
  ports: Ports,
): ServiceDefinition[] {
  return [
    api,
    instance(redirector, "redirector-1", ports.redirector1),
    instance(redirector, "redirector-2", ports.redirector2),
    instance(ingest, "ingest-1", ports.ingest),
    instance(ingest, "ingest-2", ports.ingest2),
  ];
}
