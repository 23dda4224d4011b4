import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Outgoing, OutgoingAnswer } from "@hoplog/platform/outgoing/request.js";
import { retryAfterMs } from "@hoplog/platform/outgoing/retryAfter.js";
import {
  type LinkRecord,
  type Question,
  type SourceApi,
  type SourcePage,
  UnexpectedAnswer,
  type VisitedLink,
  type VisitsApi,
} from "./apis/sourceApi.ts";

const timeoutMs = 20_000;
const maxBytes = 4 * 1024 * 1024;
/** Maximum size of the details of one link (bytes): those of a whole page are held in memory. */
const detailBytes = 64 * 1024;
/** Default maximum number of links of a page, whatever page size was requested. */
const recordsMax = 1000;
/** Maximum size of a stored cursor: a URL or a token, or the ids of lists. */
const cursorMax = 64 * 1024;
/** Time limit for a page with the details of its links (ms), because other imports wait for it. */
const pageMs = 60_000;
/** Minimum and maximum delay that a source may request (seconds). */
const [waitMin, waitMax] = [1, 3600];

/** The error of a page that could not be read. Its message is shown to users. */
export class SourceFailure extends Error {
  /** Seconds to wait, as the source requests; null for our own delay; undefined if a retry is useless. */
  readonly retryAfter: number | null | undefined;
  /** Whether the requested resource doesn't exist. */
  readonly isMissing: boolean;

  constructor(message: string, retryAfter: number | null | undefined, isMissing = false) {
    super(message);
    this.retryAfter = retryAfter;
    this.isMissing = isMissing;
  }
}

export interface Asked {
  readonly address: string;
  readonly key: string;
  readonly cursor: string | null;
  readonly now: Date;
}

/**
 * Requests the next page of a source's links, with the details of single links; `ms` limits the total time. Throws
 * SourceFailure.
 */
export async function fetchSource(
  request: Outgoing,
  api: SourceApi,
  asked: Asked,
  ms: number = pageMs,
): Promise<SourcePage> {
  const { address, key, cursor, now } = asked;
  const until = performance.now() + ms;
  const bounds = () => ({ now, timeoutMs: until - performance.now(), maxBytes });
  const page = await answerOf(request, api.ask(address, key, cursor), bounds(), (answer) => {
    const read = api.read(answer, cursor, address);
    const isTooMuch = read.records.length > (api.recordsMax ?? recordsMax) || (read.next?.length ?? 0) > cursorMax;
    if (isTooMuch) throw new UnexpectedAnswer();
    return read;
  });
  const records: LinkRecord[] = [];
  for (const record of page.records) {
    const more = api.detail?.ask(address, key, record) ?? null;
    const detail = { ...bounds(), maxBytes: detailBytes };
    const whole = more && (await answerOf(request, more, detail, (answer) => api.detail?.merge(record, answer)));
    records.push(whole ?? record);
  }
  return { records, next: page.next };
}

/** Requests the next page of the visits of one link. Throws SourceFailure. */
export async function fetchVisits(
  request: Outgoing,
  api: VisitsApi,
  { address, key, cursor, now }: Asked,
  link: VisitedLink,
): Promise<ReturnType<VisitsApi["read"]>> {
  const bounds = { now, timeoutMs, maxBytes };
  return answerOf(request, api.ask(address, key, link, cursor), bounds, (answer) => api.read(answer, cursor));
}

interface Bounds {
  readonly now: Date;
  /** The remaining time; one request has its own limit too. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

async function answerOf<T>(
  request: Outgoing,
  { url, headers, form }: Question,
  { now, timeoutMs: left, maxBytes }: Bounds,
  read: (answer: unknown) => T,
): Promise<T> {
  if (left <= 0) throw new SourceFailure("The source takes too long to respond", null);
  const sent = {
    url,
    headers: {
      accept: "application/json",
      ...headers,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(form && { method: "POST" as const, body: new URLSearchParams(form).toString() }),
    timeoutMs: Math.ceil(Math.min(left, timeoutMs)),
    maxBytes,
  };
  const answer = await request(sent).catch((error: unknown) => {
    if (!(error instanceof OutgoingError)) throw error;
    const isFinal = error.failure === "url" || error.failure === "address";
    throw new SourceFailure(error.message, isFinal ? undefined : null);
  });
  refuseStatus(answer, now);
  try {
    // Characters that Postgres can't store are replaced.
    const parsed: unknown = JSON.parse(answer.body.toString("utf8"), (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\uFFFD") : value,
    );
    return read(parsed);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer || error instanceof SyntaxError || error instanceof RangeError))
      throw error;
    throw new SourceFailure("The source's response does not have the format of its API", null);
  }
}

function refuseStatus({ status, headers }: OutgoingAnswer, now: Date): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new SourceFailure("The source rejected the API key", undefined);
  if (status === 404 || status === 410)
    throw new SourceFailure("The source has no API at this address. Check the address", undefined, true);
  const after = headers["retry-after"];
  if (status === 429 || (status === 503 && after !== undefined)) {
    throw new SourceFailure(
      "The source limits the request rate. The import continues later, automatically",
      secondsIn(after, now),
    );
  }
  if (status >= 500) throw new SourceFailure(`The source responded with status ${status}`, null);
  throw new SourceFailure(`The source responded with status ${status}`, undefined);
}

/** Returns the delay in seconds that the source requests, clamped; a minute if the header is missing or unreadable. */
function secondsIn(retryAfter: string | undefined, now: Date): number {
  const ms = retryAfterMs(retryAfter, now);
  return ms === null ? 60 : Math.min(waitMax, Math.max(waitMin, Math.ceil(ms / 1000)));
}

/** Maximum number of consecutive failures of one request. A response that asks to retry later is not counted. */
const failuresMax = 6;

interface NextTry {
  /** Number of consecutive failures, including the last one. */
  readonly failed: number;
  /** Time of the retry; null to give up. */
  readonly at: Date | null;
}

/**
 * Returns when to retry after a failure: `retryAfter` is in seconds, as the source requests; null backs off with each
 * failure; undefined means that a retry is useless.
 */
export function nextTry(now: Date, failures: number, retryAfter: number | null | undefined): NextTry {
  const failed = failures + (typeof retryAfter === "number" ? 0 : 1);
  if (retryAfter === undefined || failed >= failuresMax) return { failed, at: null };
  return { failed, at: new Date(now.getTime() + (retryAfter ?? 2 ** failed) * 1000) };
}
