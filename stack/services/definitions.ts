import { join } from "node:path";
import type { Ports } from "../datafolder/ports.ts";
import { accountUsersFolder } from "../engines/clickhouse/analysts.ts";
import type { Secrets } from "../datafolder/secrets.ts";
import { localAddress } from "../supervisor/settings.ts";
import type { Settings } from "../supervisor/settings.ts";
import type { ServiceDefinition } from "./service.ts";

/** The names of the services, which are also their folders. */
export type ServiceName = "api" | "redirector" | "ingest";

/** Where the services find each other and the engines. */
export interface Addresses {
  /** With user and password. */
  databaseUrl: string;
  clickHouseUrl: string;
  /** HOST:PORT, separated by commas; without it the event log is in Postgres. */
  kafkaBrokers?: string | undefined;
  /** Without it the bus and the rate limits are in Postgres. */
  redisUrl?: string | undefined;
  /** Where the api listens: the app's port, unless something stands before it. */
  api: { host: string; port: number };
}

/** Everything that the services are started with. Settings of the environment that aren't named here are handed on. */
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
    ...env,
    HOST: settings.host,
    PUBLIC_URL: settings.publicUrl,
    SHORT_URL: settings.shortUrl,
    DATABASE_URL: addresses.databaseUrl,
    ...(addresses.kafkaBrokers && { KAFKA_BROKERS: addresses.kafkaBrokers }),
    ...(addresses.redisUrl && { REDIS_URL: addresses.redisUrl }),
    HOPLOG_DATA: settings.dataFolder,
    // Compiled code is kept between starts, so that a service that has died is back sooner.
    NODE_COMPILE_CACHE: join(settings.dataFolder, "cache", "node"),
  };
  const clickHouse = { CLICKHOUSE_URL: addresses.clickHouseUrl, CLICKHOUSE_DATABASE: settings.clickHouseDatabase };
  const define = (name: ServiceName, healthUrl: string, own: NodeJS.ProcessEnv): ServiceDefinition => ({
    name,
    program: `${name}/dist/boot/main.js`,
    folder,
    env: { ...common, ...own },
    healthUrl: `${healthUrl}/healthz`,
  });
  return {
    api: define("api", localAddress(addresses.api.host, addresses.api.port), {
      ...clickHouse,
      APP_PORT: String(addresses.api.port),
      HOST: addresses.api.host,
      TOKEN_SECRET: settings.tokenSecret ?? secrets.token,
      WEB_ROOT: join(folder, "web", "dist"),
      ...(!settings.clickHouseUrl && {
        SQL_USERS_DIR: accountUsersFolder(join(settings.dataFolder, "clickhouse")),
        SQL_HTTP_URL: `http://127.0.0.1:${ports.clickHouse}`,
      }),
    }),
    redirector: define("redirector", localAddress(settings.host, settings.shortPort), {
      SHORT_PORT: String(settings.shortPort),
      SPOOL_DIR: join(settings.dataFolder, "spool"),
      REPLICA_DIR: join(settings.dataFolder, "replica"),
    }),
    ingest: define("ingest", `http://127.0.0.1:${ports.ingest}`, {
      ...clickHouse,
      INGEST_PORT: String(ports.ingest),
    }),
  };
}

/** One of several processes of a service, with a place of its own for its health. */
export function redirectorInstance(redirector: ServiceDefinition, name: string, opsPort: number): ServiceDefinition {
  return instance(redirector, name, { OPS_PORT: String(opsPort) }, opsPort);
}

export function ingestInstance(ingest: ServiceDefinition, name: string, port: number): ServiceDefinition {
  return instance(ingest, name, { INGEST_PORT: String(port) }, port);
}

function instance(one: ServiceDefinition, name: string, own: NodeJS.ProcessEnv, port: number): ServiceDefinition {
  return { ...one, name, env: { ...one.env, ...own }, healthUrl: `http://127.0.0.1:${port}/healthz` };
}

/** Two redirectors, which share the port of the short links, and two ingests, which share the topic. */
export function clusterDefinitions(
  { api, redirector, ingest }: Readonly<Record<ServiceName, ServiceDefinition>>,
  ports: Ports,
): ServiceDefinition[] {
  return [
    api,
    redirectorInstance(redirector, "redirector-1", ports.redirector1),
    redirectorInstance(redirector, "redirector-2", ports.redirector2),
    ingestInstance(ingest, "ingest-1", ports.ingest),
    ingestInstance(ingest, "ingest-2", ports.ingest2),
  ];
}
