import {
  type ClickHouseConnection,
  clickHouseSettings,
  clickHouseVariables,
  type KafkaConnection,
  kafkaSettings,
  kafkaVariables,
  type RedisConnection,
  redisSettings,
  redisVariables,
} from "@hoplog/platform/env/connections.js";
import { EnvError, parseEnv } from "@hoplog/platform/env/parseEnv.js";
import {
  bindAddress,
  cidrList,
  count,
  dnsServers,
  host,
  hostNames,
  httpUrl,
  ipAddresses,
  metricsVariables,
  onOff,
  port,
  postgresUrl,
  smtpUrl,
  traceVariables,
} from "@hoplog/platform/env/pieces.js";
import { type HashCost, productionCost } from "@hoplog/platform/passwords/passwords.js";
import { landings } from "@hoplog/schema/landing.js";
import { z } from "zod";
import { googleCallbackPath } from "../accounts/identity/google/rest.ts";
import type { GoogleSettings } from "../accounts/identity/google/provider.ts";
import {
  type SocketLimits,
  socketLimitsOf,
  socketLimitVariables,
} from "../servers/graphql/subscriptions/socketLimits.ts";
import type { ApiOrigins } from "../servers/http/crossOrigin.ts";
import type { Rates } from "../kernel/limits/rates.ts";
import { ratesOf, rateVariables } from "../kernel/limits/settings.ts";
import type { CheckerSettings } from "../links/safety/listings/checker.ts";
import type { MailSettings } from "../accounts/mail/feature.ts";
import { type CertificateSettings, certificateSettings, certificateVariables } from "../links/certificates/settings.ts";
import { mailSettings } from "./mailSettings.ts";
import { sqlAccessSettings, sqlAccessVariables } from "./sqlAccessSettings.ts";
import type { SqlAccessSettings } from "../integrations/sql/access/services.ts";

const apiOrigins = z
  .string()
  .transform((text): ApiOrigins | null => {
    if (text === "any") return text;
    if (text === "off") return [];
    const origins = text.split(",").map((part) => part.trim());
    return origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? origins : null;
  })
  .refine((origins) => origins !== null, "expected any, off, or origins such as https://app.example.com")
  .transform((origins) => origins ?? []);

const schema = z.object({
  APP_PORT: port.default(3000),
  HOST: host.default("127.0.0.1"),
  ...metricsVariables(3003),
  /** Whether only a proxy can reach HOST, as in a container. */
  BEHIND_PROXY: onOff.default(false),
  /** The address that the proxy listens on; unknown if unset. */
  BIND_ADDRESS: bindAddress.optional(),
  PUBLIC_URL: httpUrl.default("http://localhost:3000"),
  SHORT_URL: httpUrl.default("http://localhost:3001"),
  /** Additional hosts that serve the links of SHORT_URL. */
  SHORT_HOSTS: hostNames.default([]),
  /** DNS servers for domain checks; the system's if empty. */
  DNS_RESOLVERS: dnsServers.default([]),
  /** Addresses of SHORT_URL's host, if DNS does not return them. */
  DOMAIN_ADDRESSES: ipAddresses.default([]),
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  ...redisVariables,
  ...clickHouseVariables,
  /** Signs access tokens: anyone who knows it can impersonate any user. */
  TOKEN_SECRET: z.string("must be set").min(32, "expected at least 32 characters"),
  /** The data folder of this stack, whose disk space is monitored. */
  HOPLOG_DATA: z.string().optional(),
  /** The folder of the built web app; only the API is served if unset. */
  WEB_ROOT: z.string().optional(),
  /** The folder of the built documentation, served at /docs/; not served if unset. */
  DOCS_ROOT: z.string().min(1).optional(),
  /** Networks of our own proxies, whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: cidrList.default([]),
  /** Origins that may call the API with an API key, besides our own. */
  API_ORIGINS: apiOrigins.default("any"),
  /**
   * Private networks in which export buckets may be, including over http; all other buckets must have public addresses
   * and use https.
   */
  EXPORT_NETWORKS: cidrList.default([]),
  /** Private networks that imports by API key may connect to. */
  IMPORT_NETWORKS: cidrList.default([]),
  /** Maximum links that a workspace may import in 30 days. */
  IMPORT_LINKS_MAX: count.default(10_000_000),
  /** Whether to fetch destinations for titles and images, and to check that they are reachable. */
  DESTINATION_CHECKS: onOff.default(true),
  /** Private networks that destination checks may connect to. */
  DESTINATION_NETWORKS: cidrList.default([]),
  /**
   * Private networks to which webhooks may be sent, including over http; all others must have public addresses and use
   * https.
   */
  WEBHOOK_NETWORKS: cidrList.default([]),
  MAIL_FROM: z.string().optional(),
  POSTMARK_TOKEN: z.string().optional(),
  POSTMARK_API_URL: httpUrl.default("https://api.postmarkapp.com"),
  SMTP_URL: smtpUrl.optional(),
  OIDC_ISSUER: httpUrl.default("https://accounts.google.com"),
  /** Provider name on the sign-in button; defaults to Google, or the issuer's host. */
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Audit log retention in days. */
  AUDIT_RETENTION_DAYS: count
    .pipe(z.number().min(30, "expected at least 30").max(36_500, "expected at most 36500"))
    .default(365),
  /** A file with blocked hosts and URL prefixes. */
  BLOCKLIST_FILE: z.string().min(1).optional(),
  /** URL of a checker with the Web Risk API. */
  URL_CHECKER_URL: httpUrl.optional(),
  URL_CHECKER_KEY: z.string().optional(),
  ...certificateVariables,
  ...sqlAccessVariables,
  /** Content of `/`. */
  LANDING: z.enum(landings, `expected ${landings.join(", ")}`).default("full"),
  RATE_LIMITS: onOff.default(true),
  ...traceVariables,
  ...rateVariables,
  ...socketLimitVariables,
});

type Env = z.output<typeof schema>;
type Plain = Omit<
  Env,
  | `RATE_LIMIT${string}`
  | `OIDC${string}`
  | `POSTMARK${string}`
  | `SQL_${string}`
  | keyof typeof certificateVariables
  | `URL_CHECKER${string}`
  | `KAFKA_${string}`
  | `REDIS_${string}`
  | `CLICKHOUSE_${string}`
  | keyof typeof socketLimitVariables
  | "CONSOLE_PASSWORD"
  | "ANALYSTS_CLICKHOUSE_URL"
  | "SMTP_URL"
  | "MAIL_FROM"
>;

export interface Settings extends Plain {
  readonly clickHouse: ClickHouseConnection;
  /** ClickHouse for analysts' queries; undefined if they run on the main server. */
  readonly analystsClickHouse?: ClickHouseConnection | undefined;
  /** Kafka settings; undefined if the event log is in Postgres. */
  readonly kafka?: KafkaConnection | undefined;
  /** Redis settings; undefined if the bus and rate limits are in Postgres. */
  readonly redis?: RedisConnection | undefined;
  readonly mail: MailSettings;
  /** Sign-in provider; null if not configured. */
  readonly google: GoogleSettings | null;
  /** Settings of SQL access; null if it is off. */
  readonly sqlAccess: SqlAccessSettings | null;
  /** Settings of certificates; null if none are requested. */
  readonly certificates: CertificateSettings | null;
  /** Settings of the URL checker; null if URLs are not checked. */
  readonly urlChecker: CheckerSettings | null;
  /** Rates of all limits; null if rate limits are off. */
  readonly rates: Rates | null;
  readonly sockets: SocketLimits;
  /** Cost of new password hashes; no variable sets it. */
  readonly passwordCost: HashCost;
}

/** Reads and validates the settings. Throws EnvError. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const read = parseEnv(schema, env);
  const mail = mailSettings(read);
  if ("problem" in mail) throw new EnvError([mail]);
  const sqlAccess = sqlAccessSettings(read);
  const rates = read.RATE_LIMITS ? ratesOf(read) : null;
  return {
    ...read,
    clickHouse: clickHouseSettings(read),
    ...(read.ANALYSTS_CLICKHOUSE_URL && {
      analystsClickHouse: clickHouseSettings(
        { ...read, CLICKHOUSE_URL: read.ANALYSTS_CLICKHOUSE_URL },
        "ANALYSTS_CLICKHOUSE_URL",
      ),
    }),
    kafka: kafkaSettings(read),
    redis: redisSettings(read),
    mail,
    google: googleSettings(read),
    sqlAccess,
    certificates: certificateSettings(read),
    urlChecker: checkerSettings(read),
    rates,
    sockets: socketLimitsOf(read),
    passwordCost: productionCost,
  };
}

function checkerSettings({ URL_CHECKER_URL: url, URL_CHECKER_KEY: key }: Env): CheckerSettings | null {
  if (url) return { url, key };
  if (key) throw new EnvError([{ variable: "URL_CHECKER_URL", problem: "must be set together with URL_CHECKER_KEY" }]);
  return null;
}

function googleSettings(env: Env): GoogleSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = env;
  if (!clientId && !clientSecret) return null;
  if (!clientId)
    throw new EnvError([{ variable: "OIDC_CLIENT_ID", problem: "must be set together with OIDC_CLIENT_SECRET" }]);
  if (!clientSecret)
    throw new EnvError([{ variable: "OIDC_CLIENT_SECRET", problem: "must be set together with OIDC_CLIENT_ID" }]);
  const host = new URL(issuer).hostname;
  const name = env.OIDC_NAME ?? (host === "accounts.google.com" ? "Google" : host);
  return { name, issuer, clientId, clientSecret, redirectUri: PUBLIC_URL + googleCallbackPath };
}
