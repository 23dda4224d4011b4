import { z } from "zod";
import { EnvError } from "./parseEnv.ts";
import { clusterName, databaseName, httpUrls, kafkaBrokers, onOff, redisUrl } from "./pieces.ts";
import { pemFile, tlsFiles, tlsOf, type TlsFiles } from "./tlsFiles.ts";

// Settings of connections that need more than a URL. For Postgres, DATABASE_URL contains all of them.

const saslMechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const;

/** Settings of a Kafka connection; plain data that can be passed to a thread. */
export const kafkaConnection = z.object({
  /** Brokers, each as host:port. */
  brokers: z.array(z.string()).readonly(),
  /** If set, connections to brokers use TLS. */
  tls: tlsFiles.optional(),
  sasl: z.object({ mechanism: z.enum(saslMechanisms), username: z.string(), password: z.string() }).optional(),
});
export type KafkaConnection = z.output<typeof kafkaConnection>;

export const kafkaVariables = {
  KAFKA_BROKERS: kafkaBrokers.optional(),
  /** `on` for TLS with the machine's trusted authorities; implied by each of the three files. */
  KAFKA_SSL: onOff.optional(),
  KAFKA_SSL_CA: pemFile.optional(),
  KAFKA_SSL_CERT: pemFile.optional(),
  KAFKA_SSL_KEY: pemFile.optional(),
  KAFKA_SASL_MECHANISM: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(saslMechanisms, `expected one of ${saslMechanisms.join(", ")}`))
    .optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
};

const kafkaSchema = z.object(kafkaVariables);

/** Converts variables parsed by {@link kafkaVariables}; undefined without brokers. Throws EnvError. */
export function kafkaSettings(env: z.output<typeof kafkaSchema>): KafkaConnection | undefined {
  if (!env.KAFKA_BROKERS) return undefined;
  const files = tlsOf("KAFKA_SSL", { ca: env.KAFKA_SSL_CA, cert: env.KAFKA_SSL_CERT, key: env.KAFKA_SSL_KEY });
  if (files && env.KAFKA_SSL === false) {
    throw new EnvError([{ variable: "KAFKA_SSL", problem: "is off, but TLS files are set" }]);
  }
  return { brokers: env.KAFKA_BROKERS, tls: env.KAFKA_SSL ? (files ?? {}) : files, sasl: saslOf(env) };
}

function saslOf(env: z.output<typeof kafkaSchema>): KafkaConnection["sasl"] {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = env;
  if (!mechanism && !username && !password) return undefined;
  if (mechanism && username && password) return { mechanism, username, password };
  const missing = !mechanism ? "MECHANISM" : !username ? "USERNAME" : "PASSWORD";
  throw new EnvError([
    { variable: `KAFKA_SASL_${missing}`, problem: "must be set together with the other KAFKA_SASL settings" },
  ]);
}

export const redisVariables = {
  REDIS_URL: redisUrl.optional(),
  REDIS_SSL_CA: pemFile.optional(),
  REDIS_SSL_CERT: pemFile.optional(),
  REDIS_SSL_KEY: pemFile.optional(),
};

const redisSchema = z.object(redisVariables);

export interface RedisConnection {
  /** URL with the scheme `redis:` or `rediss:`. */
  readonly redisUrl: string;
  /** Certificates and key for `rediss://` URLs. */
  readonly tls?: TlsFiles | undefined;
}

/** Converts variables parsed by {@link redisVariables}; undefined without a URL. Throws EnvError. */
export function redisSettings(env: z.output<typeof redisSchema>): RedisConnection | undefined {
  if (!env.REDIS_URL) return undefined;
  const tls = tlsOf("REDIS_SSL", { ca: env.REDIS_SSL_CA, cert: env.REDIS_SSL_CERT, key: env.REDIS_SSL_KEY });
  requireProtocol("REDIS", env.REDIS_URL, "rediss:", tls);
  return { redisUrl: env.REDIS_URL, tls };
}

export const clickHouseVariables = {
  /** URLs with user and password; URLs of several replicas are separated by commas. */
  CLICKHOUSE_URL: httpUrls,
  CLICKHOUSE_DATABASE: databaseName.default("hoplog"),
  /** The cluster in which tables are replicated; if it is missing, they are not replicated. */
  CLICKHOUSE_CLUSTER: clusterName.optional(),
  /** Number of replicas that must have stored an insert before it is acknowledged, or `auto` for a majority. */
  CLICKHOUSE_INSERT_QUORUM: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, "expected auto, or the number of replicas that must acknowledge an insert")
    .optional(),
  CLICKHOUSE_SSL_CA: pemFile.optional(),
  CLICKHOUSE_SSL_CERT: pemFile.optional(),
  CLICKHOUSE_SSL_KEY: pemFile.optional(),
};

const clickHouseSchema = z.object(clickHouseVariables);
/** The variables as parsed by {@link clickHouseVariables}. */
export type ClickHouseEnv = z.output<typeof clickHouseSchema>;

export interface ClickHouseCluster {
  readonly name: string;
  /** `auto` for a majority of the replicas, or their number. */
  readonly insertQuorum: string;
}

export interface ClickHouseConnection {
  /** URL with user and password: http://user:password@host:8123 */
  readonly clickHouseUrl: string;
  /** URLs of further replicas, which are used while the current one is unavailable. */
  readonly otherUrls?: readonly string[] | undefined;
  readonly database: string;
  /** The cluster of the tables; undefined if tables are not replicated. */
  readonly cluster?: ClickHouseCluster | undefined;
  /** Certificates and key for `https://` URLs. */
  readonly tls?: TlsFiles | undefined;
}

/** Converts variables to settings. Throws EnvError; `variable` is the variable that contains the URLs. */
export function clickHouseSettings(env: ClickHouseEnv, variable = "CLICKHOUSE_URL"): ClickHouseConnection {
  const tls = tlsOf("CLICKHOUSE_SSL", {
    ca: env.CLICKHOUSE_SSL_CA,
    cert: env.CLICKHOUSE_SSL_CERT,
    key: env.CLICKHOUSE_SSL_KEY,
  });
  const [clickHouseUrl = "", ...otherUrls] = env.CLICKHOUSE_URL;
  for (const url of env.CLICKHOUSE_URL) requireProtocol("CLICKHOUSE", url, "https:", tls, variable);
  const others = otherUrls.length > 0 && { otherUrls };
  return { clickHouseUrl, ...others, database: env.CLICKHOUSE_DATABASE, ...clusterOf(env), tls };
}

function clusterOf({ CLICKHOUSE_CLUSTER: name, CLICKHOUSE_INSERT_QUORUM: quorum }: ClickHouseEnv) {
  if (name !== undefined) return { cluster: { name, insertQuorum: quorum ?? "auto" } };
  if (quorum === undefined) return {};
  throw new EnvError([
    {
      variable: "CLICKHOUSE_INSERT_QUORUM",
      problem: "requires CLICKHOUSE_CLUSTER, because there is no quorum without replicas",
    },
  ]);
}

function requireProtocol(
  prefix: string,
  url: string,
  protocol: string,
  tls: TlsFiles | undefined,
  variable = `${prefix}_URL`,
): void {
  if (!tls || new URL(url).protocol === protocol) return;
  const problem = `must begin with ${protocol}// if ${prefix}_SSL settings are set`;
  throw new EnvError([{ variable, problem }]);
}
