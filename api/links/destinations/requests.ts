import { isInside, OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { OutgoingAnswer, OutgoingRequest } from "@hoplog/platform/outgoing/request.js";
import { retryAfterMs } from "@hoplog/platform/outgoing/retryAfter.js";
import { type ImageType, imageTypeOf } from "./imageType.ts";
import { createHeadEnd, isPage, noFacts, type PageFacts, readPage } from "./readPage.ts";
import { checkMs, type Outcome, outcomeOfStatus, type Problem } from "./verdict.ts";

const timeoutMs = 3000;
const pageBytes = 512 * 1024;
const maxRedirects = 5;
/** Delays by Retry-After above this are ignored (ms; about thirty years). */
const absurdMs = 1e12;

/** Sends the requests for one link. */
export interface LinkRequests {
  readonly send: (question: Omit<OutgoingRequest, "mayRequest" | "turn">) => Promise<OutgoingAnswer>;
  readonly now: () => Date;
}

/** The result of a check; `facts` (the page's metadata) is null if the page was not read. */
export interface DestinationResult {
  readonly outcome: Outcome;
  readonly facts: PageFacts | null;
}

/** Fetches a page up to the end of its head. */
export async function fetchDestinationPage(requests: LinkRequests, url: string): Promise<DestinationResult> {
  return withOutcome(async () => {
    const answer = await requests.send({
      url,
      headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
      timeoutMs,
      maxBytes: pageBytes,
      larger: "cut",
      maxRedirects,
      // Reads the body only if the response is a page.
      hasEnough: ({ status, headers }) =>
        isOk(status) && isPage(headers["content-type"]) ? createHeadEnd() : () => true,
    });
    return { outcome: outcomeOf(answer, requests.now()), facts: isOk(answer.status) ? factsOf(answer) : null };
  });
}

/**
 * Checks whether a destination exists by a HEAD request, and requests the page itself if the status of the response is
 * neither 2xx nor 429.
 */
export async function checkDestination(requests: LinkRequests, url: string): Promise<DestinationResult> {
  const first = await withOutcome(async () => {
    const answer = await requests.send({ url, method: "HEAD", timeoutMs, maxBytes: 1024, larger: "cut", maxRedirects });
    const { status } = answer;
    return { outcome: isOk(status) || status === 429 ? outcomeOf(answer, requests.now()) : null, facts: null };
  });
  return first.outcome === null ? fetchDestinationPage(requests, url) : { outcome: first.outcome, facts: null };
}

export interface Image {
  readonly type: ImageType;
  readonly content: Buffer;
}

/**
 * Requests an image. Returns null if it is unavailable, too large, or of an unsupported type; "later" if its host can't
 * be requested now.
 */
export async function fetchDestinationImage(
  { send }: LinkRequests,
  url: string,
  maxBytes: number,
): Promise<Image | "later" | null> {
  try {
    const answer = await send({ url, headers: { accept: "image/*" }, timeoutMs, maxBytes, maxRedirects });
    const type = answer.status === 200 ? imageTypeOf(answer.body) : null;
    return type && { type, content: answer.body };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.failure === "later" ? "later" : null;
  }
}

function factsOf({ url, headers, body }: OutgoingAnswer): PageFacts {
  const contentType = headers["content-type"];
  return isPage(contentType) ? readPage({ url, contentType, body }) : noFacts;
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function outcomeOf({ status, headers }: OutgoingAnswer, now: Date): Outcome {
  const ms = retryAfterMs(headers["retry-after"], now);
  return outcomeOfStatus(status, ms === null || ms >= absurdMs ? null : Math.max(0, ms));
}

async function withOutcome<T extends { readonly outcome: Outcome | null; readonly facts: PageFacts | null }>(
  send: () => Promise<T>,
): Promise<T | { readonly outcome: Outcome; readonly facts: null }> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { outcome: outcomeOfFailure(error), facts: null };
  }
}

const unclear = (againInMs: number | null): Outcome => ({ is: "unclear", status: null, againInMs });

/** Node's error codes of problems that affect all visitors. */
const problemOfCode: Readonly<Record<string, Problem>> = {
  ENOTFOUND: "hostNotFound",
  ECONNREFUSED: "connectionRefused",
  CERT_HAS_EXPIRED: "certificateInvalid",
  CERT_NOT_YET_VALID: "certificateInvalid",
  CERT_REVOKED: "certificateInvalid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificateInvalid",
  SELF_SIGNED_CERT_IN_CHAIN: "certificateInvalid",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateInvalid",
  EPROTO: "certificateInvalid",
  ECONNRESET: "noAnswer",
  UND_ERR_SOCKET: "noAnswer",
  ETIMEDOUT: "noAnswer",
  UND_ERR_CONNECT_TIMEOUT: "noAnswer",
};

/**
 * Returns the outcome of a failed request. A request that we may not or cannot send has an unclear outcome, because
 * browsers may succeed.
 */
export function outcomeOfFailure(error: OutgoingError): Outcome {
  const failed = (problem: Problem): Outcome => ({ is: "failed", problem, status: null });
  if (error.failure === "time") return failed("noAnswer");
  if (error.failure === "redirects") return failed("tooManyRedirects");
  if (error.failure === "later") return unclear(null);
  if (isInside(error) || (error.failure !== "network" && error.failure !== "name")) return unclear(checkMs);
  const problem = codesOf(error)
    .map((code) => problemOfCode[code])
    .find((known) => known !== undefined);
  return problem === undefined ? unclear(null) : failed(problem);
}

/** Returns the codes of an error, its causes, and the errors that it aggregates. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const others: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...own, ...others.flatMap(codesOf), ...codesOf(error.cause)];
}
