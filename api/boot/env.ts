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
  /** HOST is reached by a proxy alone, as in a container. */
  BEHIND_PROXY: onOff.default(false),
  /** Where that proxy listens; nobody knows unless it is said. */
  BIND_ADDRESS: bindAddress.optional(),
  PUBLIC_URL: httpUrl.default("http://localhost:3000"),
  SHORT_URL: httpUrl.default("http://localhost:3001"),
  /** Further hosts under which the links of SHORT_URL are reached. */
  SHORT_HOSTS: hostNames.default([]),
  /** The DNS servers that are asked about domains; the system's where none is named. */
  DNS_RESOLVERS: dnsServers.default([]),
  /** Under which addresses SHORT_URL's host is reached, where DNS doesn't say so. */
  DOMAIN_ADDRESSES: ipAddresses.default([]),
  DATABASE_URL: postgresUrl,
  ...kafkaVariables,
  ...redisVariables,
  ...clickHouseVariables,
  /** Signs access tokens; everybody who has it can be anybody. */
  TOKEN_SECRET: z.string("must be set").min(32, "expected at least 32 characters"),
  /** The data folder of the stack that this is a part of: how much space its disk has is watched. */
  HOPLOG_DATA: z.string().optional(),
  /** The folder with the built web app; without it only the API is served. */
  WEB_ROOT: z.string().optional(),
  /** Networks of our own proxies, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: cidrList.default([]),
  /** Whose pages may call the API by an API key, beside our own. */
  API_ORIGINS: apiOrigins.default("any"),
  /** Networks of the operator's own that buckets of exports may lie in, over http too; else only public addresses, over https. */
  EXPORT_NETWORKS: cidrList.default([]),
  /** Networks of the operator's own where links may be imported from by key. */
  IMPORT_NETWORKS: cidrList.default([]),
  /** How many links imports of one workspace make in 30 days. */
  IMPORT_LINKS_MAX: count.default(10_000_000),
  /** Whether destinations of links are asked for their titles and images, and whether they are still there. */
  DESTINATION_CHECKS: onOff.default(true),
  /** Networks of the operator's own where destinations may be asked. */
  DESTINATION_NETWORKS: cidrList.default([]),
  /** Networks of the operator's own where webhooks may be received, over http too; else only public addresses, over https. */
  WEBHOOK_NETWORKS: cidrList.default([]),
  MAIL_FROM: z.string().optional(),
  POSTMARK_TOKEN: z.string().optional(),
  POSTMARK_API_URL: httpUrl.default("https://api.postmarkapp.com"),
  SMTP_URL: smtpUrl.optional(),
  OIDC_ISSUER: httpUrl.default("https://accounts.google.com"),
  /** What the button calls the provider; else Google, or the issuer's host. */
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** How long the audit is kept. */
  AUDIT_RETENTION_DAYS: count
    .pipe(z.number().min(30, "expected at least 30").max(36_500, "expected at most 36500"))
    .default(365),
  /** A list of hosts and beginnings of URLs that no link may lead to. */
  BLOCKLIST_FILE: z.string().min(1).optional(),
  /** Asked about URLs as Web Risk is. */
  URL_CHECKER_URL: httpUrl.optional(),
  URL_CHECKER_KEY: z.string().optional(),
  ...certificateVariables,
  ...sqlAccessVariables,
  /** What / is. */
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
  /** Where analysts' queries run; undefined where they run beside everybody's figures. */
  readonly analystsClickHouse?: ClickHouseConnection | undefined;
  /** Undefined where the log is in Postgres. */
  readonly kafka?: KafkaConnection | undefined;
  /** Undefined where bus and limits are in Postgres. */
  readonly redis?: RedisConnection | undefined;
  readonly mail: MailSettings;
  /** Null while it is not configured. */
  readonly google: GoogleSettings | null;
  /** Null where nobody is let into ClickHouse. */
  readonly sqlAccess: SqlAccessSettings | null;
  /** Null while no certificates are requested. */
  readonly certificates: CertificateSettings | null;
  /** Null where URLs are not checked. */
  readonly urlChecker: CheckerSettings | null;
  /** Null when they are off. */
  readonly rates: Rates | null;
  readonly sockets: SocketLimits;
  /** Of new hashes; no variable sets it. */
  readonly passwordCost: HashCost;
}

/** Throws EnvError. */
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
  if (key) throw new EnvError([{ variable: "URL_CHECKER_URL", problem: "must be set beside the key" }]);
  return null;
}

function googleSettings(env: Env): GoogleSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = env;
  if (!clientId && !clientSecret) return null;
  if (!clientId) throw new EnvError([{ variable: "OIDC_CLIENT_ID", problem: "must be set beside the secret" }]);
  if (!clientSecret) throw new EnvError([{ variable: "OIDC_CLIENT_SECRET", problem: "must be set beside the id" }]);
  const host = new URL(issuer).hostname;
  const name = env.OIDC_NAME ?? (host === "accounts.google.com" ? "Google" : host);
  return { name, issuer, clientId, clientSecret, redirectUri: PUBLIC_URL + googleCallbackPath };
}
