import { type KafkaConnection, kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import {
  cidrList,
  count,
  host,
  hostNames,
  httpUrl,
  logLevel,
  metricsVariables,
  plainHttpUrl,
  port,
  postgresUrl,
  traceVariables,
  wholeNumber,
} from "@hoplog/platform/env/pieces.js";
import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";
import { availableParallelism } from "node:os";
import { z } from "zod";
import type { ListenerProcessSettings } from "../control/messages.ts";
import { checkAcceptSettings, acceptVariables } from "./acceptEnv.ts";
import { defaultReplicaFolder } from "../replica/folders.ts";
import { pieceBytes } from "../spool/reserve.ts";

/** Variables that the listeners need. */
export const listenerVariables = {
  SHORT_PORT: port.default(3001),
  HOST: host.default("127.0.0.1"),
  PUBLIC_URL: httpUrl.default("http://localhost:3000"),
  /** Hosts of the default domain, in addition to those that the api publishes. */
  SHORT_URL: httpUrl.optional(),
  SHORT_HOSTS: hostNames.default([]),
  /** URL of the app, if it is also served on this port. */
  APP_SERVER: plainHttpUrl.optional(),
  /** Maximum concurrent requests to the app per address, at each listener. */
  APP_REQUESTS_PER_ADDRESS: count.default(1000),
  SPOOL_DIR: z.string().default(".hoplog/spool"),
  SPOOL_FSYNC: z.enum(["always", "interval"], "expected always or interval").default("interval"),
  /**
   * Reserve of each listener in MB. The default is enough for 60 s of 1,000 clicks per second of 400 bytes each, and 1
   * MB for counts.
   */
  SPOOL_RESERVE_MB: wholeNumber.default(25),
  TRUSTED_PROXIES: cidrList.default([]),
  LOG_LEVEL: logLevel.default("info"),
  ...acceptVariables,
};
const listenerSchema = z.object(listenerVariables).superRefine(checkAcceptSettings);

/** Maximum of STOP_DELAY_MS, because a service that has not stopped after 4.5 s is killed. */
const maxStopDelayMs = 3000;

const schema = z
  .object({
    ...listenerVariables,
    DATABASE_URL: postgresUrl,
    ...kafkaVariables,
    REPLICA_DIR: z.string().default(defaultReplicaFolder),
    /** Number of listeners that share SHORT_PORT; each keeps one core busy. */
    LISTENERS: count.default(() => availableParallelism()),
    /** Milliseconds after a stop signal during which connections are still accepted while `/healthz` already fails. */
    STOP_DELAY_MS: wholeNumber.refine((ms) => ms <= maxStopDelayMs, `expected at most ${maxStopDelayMs}`).default(0),
    /** Runtime of the listeners; by default bun if it is installed. */
    LISTENER_RUNTIME: z.enum(["bun", "node"], "expected bun or node").optional(),
    ...metricsVariables(3004),
    ...traceVariables,
  })
  .superRefine(checkAcceptSettings);

export interface Settings extends Omit<z.output<typeof schema>, `KAFKA_${string}`> {
  /** Connection to Kafka; undefined if the log is in Postgres. */
  readonly kafka?: KafkaConnection | undefined;
}

/** Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const read = parseEnv(schema, env);
  return { ...read, kafka: kafkaSettings(read) };
}

/**
 * Returns the app's settings; null without an app. `host` is set if the app has a separate host without short links.
 */
function appBehind(settings: z.output<typeof listenerSchema>) {
  const { APP_SERVER: server, APP_REQUESTS_PER_ADDRESS: mostPerAddress, PUBLIC_URL, SHORT_URL } = settings;
  if (server === undefined) return null;
  const host = hostOfUrl(PUBLIC_URL);
  return { server, mostPerAddress, host: host === hostOfUrl(SHORT_URL ?? PUBLIC_URL) ? null : host };
}

/** Returns the settings of a listener. */
export function listenerSettings(settings: z.output<typeof listenerSchema>, slotFolder: string) {
  return {
    port: settings.SHORT_PORT,
    host: settings.HOST,
    slotFolder,
    spoolFolder: settings.SPOOL_DIR,
    fsync: settings.SPOOL_FSYNC,
    reserveBytes: settings.SPOOL_RESERVE_MB * pieceBytes,
    publicUrl: settings.PUBLIC_URL,
    app: appBehind(settings),
    hosts: [...defaultHosts([settings.PUBLIC_URL, settings.SHORT_URL ?? settings.PUBLIC_URL], settings.SHORT_HOSTS)],
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    doors: doorsOf(settings),
  } satisfies Omit<ListenerProcessSettings, "reusePort">;
}

function doorsOf(settings: z.output<typeof listenerSchema>): ListenerProcessSettings["doors"] {
  const { SHORT_TLS_PORT: port, TLS_CERTIFICATES: certificates } = settings;
  const shortUrl = settings.SHORT_URL ?? settings.PUBLIC_URL;
  return {
    tls:
      port === undefined
        ? null
        : {
            port,
            certificates: certificates ?? null,
            certificateKeys: settings.CERTIFICATE_KEY,
            defaultHost: hostOfUrl(shortUrl),
            handshakesPerAddress: settings.HANDSHAKES_PER_ADDRESS,
          },
    httpsPort: port !== undefined && settings.HTTPS_REDIRECT ? httpsPort(shortUrl, port) : null,
    hstsSeconds: settings.HSTS ?? null,
    proxyProtocol: settings.PROXY_PROTOCOL,
  };
}

/** Returns the https port that visitors use: a proxy may accept connections on it and forward them to `ownPort`. */
function httpsPort(shortUrl: string, ownPort: number): number {
  const { protocol, port } = new URL(shortUrl);
  if (protocol !== "https:") return ownPort;
  return port === "" ? 443 : Number(port);
}

/** Reads the settings of a listener that was started early, before the redirector read its own. Throws EnvError. */
export function readListenerSettings(slotFolder: string, env: NodeJS.ProcessEnv): ListenerProcessSettings {
  return { ...listenerSettings(parseEnv(listenerSchema, env), slotFolder), reusePort: true };
}
