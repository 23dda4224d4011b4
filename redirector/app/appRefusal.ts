import type { ErrorType } from "@hoplog/schema/errors.js";
import { firstSegment } from "@hoplog/schema/paths/appPaths.js";
import { answerOf, render } from "../pages/page.ts";
import type { Incoming } from "../server/visit.ts";

/**
 * Reason why the app did not respond: it is unavailable, or there are too many requests, in total or from one address.
 */
export type AppRefusal = "away" | "busy" | "crowded";

const retryAfter = 2;

interface Refusal {
  readonly status: number;
  /** Title of the page for people. */
  readonly title: string;
  readonly text: string;
  /** Error type in the response to API callers. */
  readonly type: ErrorType;
  readonly message: string;
}

const noAnswer: Refusal = {
  status: 503,
  title: "Temporarily unavailable",
  text: "The app is temporarily unavailable. Please reload the page in a moment. Short links still work.",
  type: "INTERNAL_ERROR",
  message: "The app is temporarily unavailable. Please try again in a moment.",
};
const tooMany: Refusal = {
  status: 429,
  title: "Too many requests",
  text: "Your network has too many open requests. Please close some tabs, or reload the page in a moment.",
  type: "RATE_LIMIT_ERROR",
  message: "Your IP address has too many open requests. Please try again in a moment.",
};
/** Responses by reason. */
export const refusals: Readonly<Record<AppRefusal, Refusal>> = { away: noAnswer, busy: noAnswer, crowded: tooMany };

/** Sends a response in place of the app: JSON to API callers and a page to people. */
export function sendAppRefusal({ request, response, path }: Incoming, requestId: string, why: AppRefusal): void {
  const { status, title, text, type, message } = refusals[why];
  // The rest of the body is not read, so the connection is closed.
  if (why !== "away" || !request.complete) response.setHeader("connection", "close");
  if (["api", "graphql"].includes(firstSegment(path))) {
    const json = JSON.stringify({ success: false, message, error: { type, message, details: { requestId } } });
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(json),
      "retry-after": String(retryAfter),
    });
    response.end(json);
    return;
  }
  const { headers, body } = answerOf({ status, body: render(null, title, text), retryAfter }, requestId);
  response.writeHead(status, headers);
  response.end(body);
}
