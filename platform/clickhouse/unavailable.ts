import { ClickHouseError } from "@clickhouse/client";

/** System and TLS error codes of requests that never reached the server or got no answer. */
const connectionCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_|EPROTO|HPE_|ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/**
 * ClickHouse error codes that mean this server is temporarily unavailable: it is shutting down (236), has lost its
 * Keeper (225, 242, 999) or is still loading its tables (667).
 */
const serverCodes = new Set(["225", "236", "242", "667", "999"]);

/**
 * Returns whether a request failed because this server is unavailable, so that another one may succeed. A request that
 * exceeds its own timeout does not count.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClickHouseError) return serverCodes.has(error.code);
  return connectionCodes.test(codeOf(error) ?? "");
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * Returns an error's description. Node's errors have an empty message if a name has several addresses, so their code is
 * used.
 */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (codeOf(error) ?? error.name);
}

/** Creates the error to throw if none of several addresses responds, with the code of the last failure. */
export function noneAnswers(failures: readonly { readonly name: string; readonly error: unknown }[]): Error {
  const each = failures.map(({ name, error }) => `${name} (${problemOf(error)})`);
  const error = new AggregateError(
    failures.map((failure) => failure.error),
    `ClickHouse does not respond at any of the addresses in CLICKHOUSE_URL: ${each.join(", ")}`,
  );
  const code = codeOf(failures.at(-1)?.error);
  return code === undefined ? error : Object.assign(error, { code });
}
