import { ClickHouseError } from "@clickhouse/client";
import { isUnavailable } from "@hoplog/platform/clickhouse/unavailable.js";
import { HoplogError, UnavailableError } from "@hoplog/schema/errors.js";

export interface DatabaseFailure {
  readonly error: UnavailableError;
  /** Message for the log; begins with ALARM if an operator must act. */
  readonly log: string;
}

/** Codes of Postgres (disk_full) and ClickHouse (NOT_ENOUGH_SPACE). */
const fullDiskCodes: ReadonlySet<unknown> = new Set(["53100", "243"]);

/**
 * A connection fails (08) or Postgres terminates it (57P01, 57P02), Postgres accepts none (53300, 57P03), or cancels a
 * statement at its time limit (57014).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = /^(08...|57P0[1-3]|57014|53300)$/;

/** Postgres cancelled the statement at its time limit. */
const queryCanceled = "57014";

/** Errors that the Postgres driver throws without a code. */
const driverTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/**
 * ClickHouse is too busy or too slow: TIMEOUT_EXCEEDED, TOO_SLOW, too many queries, SOCKET_TIMEOUT, NETWORK_ERROR, no
 * memory, too many parts.
 */
const busyCodes: ReadonlySet<string> = new Set(["159", "160", "202", "209", "210", "241", "252"]);

/** The full message of the ClickHouse client's request timeout. */
const clientTimeout = "Timeout error.";

const fullText = "There is not enough disk space to store this. Please try again later.";
const unavailableText = "A database is temporarily unavailable. Please try again in a moment.";
const slowText = "The analytics database is overloaded. Please try again in a moment.";

/** Returns the error for callers if a database, or its disk, failed a call; null for every other error. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  // A HoplogError already has its own message and type, whatever its cause.
  if (error instanceof HoplogError) return null;
  for (const { cause, code } of causes(error)) {
    if (fullDiskCodes.has(code)) return failure(fullText, error, "ALARM: the disk of a database is full");
    if (isUnavailable(cause) || driverTexts.test(cause.message)) return failure(unavailableText, error, unavailableLog);
    if (cause instanceof ClickHouseError ? busyCodes.has(code) : cause.message === clientTimeout)
      return failure(slowText, error, "a query took too long in ClickHouse, or ClickHouse is overloaded");
    if (!(cause instanceof ClickHouseError) && postgresCodes.test(code))
      return failure(unavailableText, error, unavailableLog);
  }
  return null;
}

/** Returns whether a database is unreachable, whatever the query. A time limit of the database does not count. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const { cause, code } of causes(error)) {
    if (isUnavailable(cause) || driverTexts.test(cause.message)) return true;
    if (!(cause instanceof ClickHouseError) && code !== queryCanceled && postgresCodes.test(code)) return true;
  }
  return false;
}

/** Yields an error and its chain of causes, each with its code. */
function* causes(error: unknown): Generator<{ readonly cause: Error; readonly code: string }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    yield { cause, code: "code" in cause && typeof cause.code === "string" ? cause.code : "" };
}

const unavailableLog = "a database is unreachable or does not respond";

function failure(text: string, cause: unknown, log: string): DatabaseFailure {
  return { error: new UnavailableError(text, cause), log };
}
