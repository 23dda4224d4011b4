/** A connection failed because of wrong settings on either side. The message is intended for operators. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}

/** The names of the settings of a connection, as they appear in messages. */
export interface ConnectionSettings {
  /** The name of the server. */
  readonly server: string;
  readonly address: string;
  /** The setting that turns TLS on. */
  readonly tls: string;
  readonly ca: string;
  readonly certificate: string;
  readonly login: string;
  /** The likely cause if the server does not respond; undefined if the server always reports errors. */
  readonly noAnswer?: string;
}

export const kafkaConnectionSettings: ConnectionSettings = {
  server: "Kafka",
  address: "KAFKA_BROKERS",
  tls: "KAFKA_SSL",
  ca: "KAFKA_SSL_CA",
  certificate: "KAFKA_SSL_CERT and KAFKA_SSL_KEY",
  login: "KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD",
  noAnswer: "KAFKA_SSL and KAFKA_SASL_MECHANISM",
};

export const redisConnectionSettings: ConnectionSettings = {
  server: "Redis",
  address: "REDIS_URL",
  tls: "REDIS_URL (rediss:// for TLS)",
  ca: "REDIS_SSL_CA",
  certificate: "REDIS_SSL_CERT and REDIS_SSL_KEY",
  login: "the user and the password in REDIS_URL",
  noAnswer: "REDIS_URL (rediss:// for TLS) and REDIS_SSL_CERT",
};

export const clickHouseConnectionSettings: ConnectionSettings = {
  server: "ClickHouse",
  address: "CLICKHOUSE_URL",
  tls: "CLICKHOUSE_URL (https:// for TLS)",
  ca: "CLICKHOUSE_SSL_CA",
  certificate: "CLICKHOUSE_SSL_CERT and CLICKHOUSE_SSL_KEY",
  login: "the user and the password in CLICKHOUSE_URL",
  noAnswer: "CLICKHOUSE_URL (https:// for TLS) and CLICKHOUSE_SSL_CERT",
};

export const postgresConnectionSettings: ConnectionSettings = {
  server: "Postgres",
  address: "DATABASE_URL",
  tls: "sslmode in DATABASE_URL",
  ca: "sslrootcert in DATABASE_URL",
  certificate: "sslcert and sslkey in DATABASE_URL",
  login: "the user and the password in DATABASE_URL",
};

type Reason = "untrusted" | "expired" | "host" | "notTls" | "tlsOnly" | "certificate" | "login" | "noAnswer";

/**
 * Patterns of error codes and messages from OpenSSL via Node and from the servers' protocols; the first match applies.
 */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED|INVALID_CA)/,
    "untrusted",
  ],
  [/^(CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|INVALID_PURPOSE)/, "untrusted"],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "expired"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "host"],
  [/^ERR_SSL_.*ALERT/, "certificate"],
  [/^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO)$/, "notTls"],
  [/The server does not support SSL connections/, "notTls"],
  [/requires a valid client certificate|certificate authentication failed/, "certificate"],
  // Postgres' pg_hba.conf allows no connection without TLS.
  [/pg_hba\.conf .*no encryption/, "tlsOnly"],
  [/^(28P01|28000|516|SASL_AUTHENTICATION_FAILED|UNSUPPORTED_SASL_MECHANISM|ILLEGAL_SASL_STATE)$/, "login"],
  [/^KafkaJSSASLAuthenticationError$/, "login"],
  [/^(WRONGPASS|NOAUTH|NOPERM) /, "login"],
  [/^(ECONNRESET|ETIMEDOUT|KafkaJSConnectionClosedError)$/, "noAnswer"],
  [/disconnected before secure TLS connection/, "noAnswer"],
];

/** Nothing listens at the address, or the host does not exist; the settings may still be correct. */
const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * Explains a connection error. If certificates, TLS or the login don't match, returns a {@link ConnectionError} that
 * names the setting to check; if the server can't be reached, returns an error with the same code that names the
 * setting of its address. Both have the original error as their cause. Other errors are returned unchanged.
 */
export function explainConnection(error: unknown, settings: ConnectionSettings): unknown {
  if (error instanceof ConnectionError) return error;
  const hints = hintsOf(error);
  for (const [pattern, reason] of reasons) {
    if (!hints.some((hint) => pattern.test(hint))) continue;
    if (reason === "noAnswer" && settings.noAnswer === undefined) continue;
    const detail = error instanceof Error ? error.message : String(error);
    return new ConnectionError(`${sentence(reason, settings)} (${detail})`, { cause: error });
  }
  const code = hints.find((hint) => unreachable.test(hint));
  if (code === undefined || !(error instanceof Error)) return error;
  const { server, address } = settings;
  const text = `${server} is unreachable. Check ${address} (${error.message || code})`;
  return Object.assign(new Error(text, { cause: error }), { code });
}

/** Runs `open`, and converts its errors with {@link explainConnection}. */
export async function explaining<T>(settings: ConnectionSettings, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw explainConnection(error, settings);
  }
}

function sentence(
  reason: Reason,
  { server, address, tls, ca, certificate, login, noAnswer }: ConnectionSettings,
): string {
  switch (reason) {
    case "untrusted":
      return `The certificate of ${server} is not signed by a trusted authority. Check ${ca}`;
    case "expired":
      return `The certificate of ${server} has expired or is not valid yet. Renew it, or correct the clock of this machine`;
    case "host":
      return `The certificate of ${server} is for another host. Check the host in ${address}`;
    case "notTls":
      return `${server} does not use TLS at this address. Check ${tls}`;
    case "tlsOnly":
      return `${server} requires TLS. Check ${tls}`;
    case "certificate":
      return `${server} requires a client certificate, or does not trust the one it received. Check ${certificate}`;
    case "login":
      return `${server} rejected the login. Check ${login}`;
    case "noAnswer":
      return `${server} closed the connection or did not respond. If this persists, check ${noAnswer}`;
  }
}

/** Returns codes, names and messages of an error and of its causes. */
function hintsOf(error: unknown): string[] {
  const hints: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 6; depth++) {
    if ("code" in at) hints.push(String(at.code));
    if ("type" in at && typeof at.type === "string") hints.push(at.type);
    hints.push(at.name, at.message);
    if ("errors" in at && Array.isArray(at.errors)) at = at.errors[0];
    else at = "cause" in at ? at.cause : null;
  }
  return hints;
}
