import { ClickHouseError } from "@clickhouse/client";
import { isUnavailable } from "@hoplog/platform/clickhouse/unavailable.js";
import { type HoplogError, UnavailableError, validationError } from "@hoplog/schema/errors.js";
import { RateLimitError } from "../../../kernel/limits/rateLimitError.ts";

/** Maximum length of an error message, which may contain the whole query. */
const messageMax = 2000;

/** ClickHouse's error codes. */
const tooMany = "202";
const quotaExceeded = "201";
const cancelled = "394";
const notLetIn = new Set(["192", "193", "194", "516"]);

/**
 * Returns whether this user already runs a query. ClickHouse uses the same error code if too many queries run in total.
 */
export function isPlaceBusy(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === tooMany && /for user console_/.test(error.message);
}

/**
 * Errors after which ClickHouse may still run the query: its first attempt, if this was a retry, or an attempt whose
 * response was lost.
 */
const maybeRunning = new Set(["216", "1002"]);

/** Returns whether the error means that the query has ended. */
export function isOverWith(error: unknown): boolean {
  return error instanceof ClickHouseError && !maybeRunning.has(error.code);
}

export const cancelledText = "The query was cancelled.";

export type Outcome = "answered" | "refused" | "cancelled" | "busy" | "broken";

export interface Failure {
  /** The error for the caller; undefined if unexpected. */
  readonly error: HoplogError | undefined;
  readonly outcome: Outcome;
}

/**
 * Converts a query's failure to an error for its author. If the query is at fault, the error has ClickHouse's message.
 */
export function failureOf(error: unknown, now: Date): Failure {
  if (isUnavailable(error)) {
    const text = "The analytics database is unavailable. Please try again in a few seconds.";
    return { error: new UnavailableError(text, error), outcome: "broken" };
  }
  if (!(error instanceof ClickHouseError)) {
    // Errors of libraries within ClickHouse have another format, which its client doesn't recognize.
    const [, text] = /^(?:Poco|std)::\w+\. (.*?)(?: \(version [\d.]+.*\))?$/s.exec(messageOf(error)) ?? [];
    return text === undefined
      ? { error: undefined, outcome: "broken" }
      : { error: ofQuery(shownText(text)), outcome: "refused" };
  }
  if (notLetIn.has(error.code)) {
    const text = "The SQL console is not set up on this installation: ClickHouse rejects its users.";
    return { error: new UnavailableError(text, error), outcome: "broken" };
  }
  if (error.code === tooMany) {
    const text = "ClickHouse is running too many queries. Please try again in a few seconds.";
    return { error: new UnavailableError(text, error), outcome: "busy" };
  }
  if (error.code === quotaExceeded) {
    const text =
      "This account has reached its limit of queries or query time for this hour. Try again after the full hour.";
    return { error: new RateLimitError(untilTheHour(now), text), outcome: "busy" };
  }
  if (error.code === cancelled) return { error: ofQuery(cancelledText), outcome: "cancelled" };
  const { message, type } = error;
  const text = type === undefined || message.includes(`(${type})`) ? message : `${message} (${type})`;
  return { error: ofQuery(shownText(text)), outcome: "refused" };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : "";
}

export function ofQuery(message: string): HoplogError {
  return validationError([{ field: "query", message }]);
}

/** Removes the names of the console's ClickHouse users, which mean nothing to the author, and shortens the message. */
function shownText(message: string): string {
  const text = message.replaceAll(/\bconsole_\d+: /g, "").replaceAll(/\bconsole_\d+\b/g, "the console");
  return text.length > messageMax ? `${text.slice(0, messageMax)}…` : text;
}

/** Returns a rate limit that ends at the next full hour, like ClickHouse's quotas. */
function untilTheHour(now: Date) {
  const resetSeconds = 3600 - (Math.floor(now.getTime() / 1000) % 3600);
  return { allowed: false, limit: 0, remaining: 0, resetSeconds };
}
