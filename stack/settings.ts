import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import {
  count,
  host,
  httpUrl,
  httpUrls,
  kafkaBrokers,
  onOff,
  port,
  postgresUrl,
  redisUrl,
} from "@hoplog/platform/env/pieces.js";

const schema = z
  .object({
    APP_PORT: port.default(3000),
    SHORT_PORT: port.default(3001),
    HOST: host.default("127.0.0.1"),
    /** Whether to serve the app on SHORT_PORT, together with short links. */
    ONE_HOST: onOff.default(false),
    /** Whether to limit memory for a machine with 1 GB. */
    SMALL: onOff.default(false),
    /** Whether to serve the documentation that `make docs` built. */
    DOCS: onOff.default(false),
    LISTENERS: count.optional(),
    METRICS_HOST: host.default("127.0.0.1"),
    HOPLOG_DATA: z.string().default(".hoplog"),
    PUBLIC_URL: httpUrl.optional(),
    SHORT_URL: httpUrl.optional(),
    DATABASE_URL: postgresUrl.optional(),
    CLICKHOUSE_URL: httpUrls.optional(),
    CLICKHOUSE_DATABASE: z.string().default("hoplog"),
    KAFKA_BROKERS: kafkaBrokers.optional(),
    REDIS_URL: redisUrl.optional(),
    TOKEN_SECRET: z.string().optional(),
    CERTIFICATE_KEY: z.string().optional(),
    ANALYST_PASSWORD: z.string().min(1).optional(),
    CONSOLE_PASSWORD: z.string().min(1).optional(),
    LOG_MAX_MB: count.default(100),
    LOG_MAX_DAYS: count.default(30),
  })
  .refine((env) => env.APP_PORT !== env.SHORT_PORT, {
    path: ["SHORT_PORT"],
    message: "must differ from APP_PORT",
  })
  .refine((env) => !env.SMALL || (env.LISTENERS ?? 1) === 1, {
    path: ["LISTENERS"],
    message: "must be 1 or unset if SMALL=on",
  });

/** Size and age limits for the logs of each part. */
export interface LogLimits {
  /** Maximum bytes of all files of one part. */
  readonly totalBytes: number;
  readonly days: number;
}

/** Settings that the supervisor itself needs; all other variables are passed to the services unchanged. */
export interface Settings {
  appPort: number;
  shortPort: number;
  host: string;
  /** Whether the redirector forwards the app's requests to the api. */
  oneHost: boolean;
  /** Address at which the api listens: the loopback address if only the redirector should reach it. */
  apiHost: string;
  /** Whether to limit engines and services for a machine with 1 GB. */
  isSmall: boolean;
  /** Whether the api serves the documentation at /docs/. */
  hasDocs: boolean;
  /** Address at which the metrics of all services are served. */
  metricsHost: string;
  /** Absolute path. */
  dataFolder: string;
  /** URL at which browsers reach the app, without a trailing slash. */
  publicUrl: string;
  shortUrl: string;
  /** URL of an external Postgres; if undefined, the stack runs its own Postgres. */
  databaseUrl: string | undefined;
  /** URL of an external ClickHouse; URLs of several replicas are separated by commas. */
  clickHouseUrl: string | undefined;
  clickHouseDatabase: string;
  /** Brokers as host:port. */
  kafkaBrokers: readonly string[] | undefined;
  redisUrl: string | undefined;
  tokenSecret: string | undefined;
  certificateKey: string | undefined;
  analystPassword: string | undefined;
  consolePassword: string | undefined;
  logs: LogLimits;
}

/** Reads the settings; throws platform's EnvError, which names every bad variable. Relative folders start at `base`. */
export function readSettings(env: NodeJS.ProcessEnv, base: string): Settings {
  const values = parseEnv(schema, env);
  const { ONE_HOST: oneHost } = values;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${oneHost ? values.SHORT_PORT : values.APP_PORT}`;
  return {
    appPort: values.APP_PORT,
    shortPort: values.SHORT_PORT,
    host: values.HOST,
    oneHost,
    apiHost: oneHost ? "127.0.0.1" : values.HOST,
    isSmall: values.SMALL,
    hasDocs: values.DOCS,
    metricsHost: values.METRICS_HOST,
    dataFolder: resolve(base, values.HOPLOG_DATA),
    publicUrl,
    shortUrl: values.SHORT_URL ?? (oneHost ? publicUrl : `http://localhost:${values.SHORT_PORT}`),
    databaseUrl: values.DATABASE_URL,
    clickHouseUrl: values.CLICKHOUSE_URL?.join(","),
    clickHouseDatabase: values.CLICKHOUSE_DATABASE,
    kafkaBrokers: values.KAFKA_BROKERS,
    redisUrl: values.REDIS_URL,
    tokenSecret: values.TOKEN_SECRET,
    certificateKey: values.CERTIFICATE_KEY,
    analystPassword: values.ANALYST_PASSWORD,
    consolePassword: values.CONSOLE_PASSWORD,
    logs: { totalBytes: values.LOG_MAX_MB * 1024 * 1024, days: values.LOG_MAX_DAYS },
  };
}

/**
 * Returns the URL at which this machine reaches a server that listens on `host`: wildcards become the loopback address.
 */
export function localAddress(listenHost: string, listenPort: number): string {
  const reached = listenHost === "0.0.0.0" ? "127.0.0.1" : listenHost === "::" ? "::1" : listenHost;
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${listenPort}`;
}
