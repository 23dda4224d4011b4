import type { ErrorType } from "@hoplog/schema/errors.js";
import { firstSegment } from "@hoplog/schema/paths/appPaths.js";
import { answerOf, render } from "../pages/page.ts";
import type { Incoming } from "../server/visit.ts";

/** Why the app has not answered: it is not there, or there are too many requests, of all or of one address. */
export type Away = "away" | "busy" | "crowded";

const retryAfter = 2;

interface Refusal {
  readonly status: number;
  /** For people, on a page. */
  readonly title: string;
  readonly text: string;
  /** For callers of the API. */
  readonly type: ErrorType;
  readonly message: string;
}

const noAnswer: Refusal = {
  status: 503,
  title: "Not available just now",
  text: "The app does not answer just now. Please reload the page in a moment. Short links work meanwhile.",
  type: "INTERNAL_ERROR",
  message: "The app does not answer just now. Please try again in a moment.",
};
const tooMany: Refusal = {
  status: 429,
  title: "Too many requests",
  text: "Too many requests are open from your network. Please close some tabs, or reload the page in a moment.",
  type: "RATE_LIMIT_ERROR",
  message: "Too many requests are open from your address. Please try again in a moment.",
};
/** What visitors are told. */
export const refusals: Readonly<Record<Away, Refusal>> = { away: noAnswer, busy: noAnswer, crowded: tooMany };

/** Answers instead of the app: callers of the API in its form, and people with a page. */
export function sendAway({ request, response, path }: Incoming, requestId: string, why: Away): void {
  const { status, title, text, type, message } = refusals[why];
  // What is left of a body is not read any more.
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
