import type { ErrorType } from "@hoplog/schema/errors.js";
import { firstSegment } from "@hoplog/schema/paths/appPaths.js";
import { answerOf, type Page, render } from "../pages/page.ts";
import type { Incoming } from "../server/visit.ts";

/** Why the app has not answered: it is not there, or there are too many requests. */
export type Away = "away" | "busy";

const retryAfter = 2;
const text = "The app does not answer just now. Please reload the page in a moment. Short links work meanwhile.";
const page: Page = { status: 503, body: render(null, "Not available just now", text), retryAfter };
const type: ErrorType = "INTERNAL_ERROR";
const message = "The app does not answer just now. Please try again in a moment.";

/** Answers instead of the app: callers of the API in its form, and people with a page. */
export function sendAway({ request, response, path }: Incoming, requestId: string, why: Away): void {
  // What is left of a body is not read any more.
  if (why === "busy" || !request.complete) response.setHeader("connection", "close");
  if (["api", "graphql"].includes(firstSegment(path))) {
    const json = JSON.stringify({ success: false, message, error: { type, message, details: { requestId } } });
    response.writeHead(503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(json),
      "retry-after": String(retryAfter),
    });
    response.end(json);
    return;
  }
  const { headers, body } = answerOf(page, requestId);
  response.writeHead(page.status, headers);
  response.end(body);
}
