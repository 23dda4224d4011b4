import type { IncomingMessage, ServerResponse } from "node:http";
import type { Site } from "../domains/site.ts";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { answerOf, type Page } from "../pages/page.ts";

/** An in-progress request. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
}

/** A request to a known host. */
export interface Visit extends Incoming {
  readonly site: Site;
}

/** Sends a page. The response's request id header must be set already. */
export function sendPage(response: ServerResponse, page: Page, more: Readonly<Record<string, string>> = {}): void {
  const { headers, body } = answerOf(page, String(response.getHeader(requestIdHeader)));
  response.writeHead(page.status, { ...headers, ...more });
  response.end(body);
}

export function redirectTo(
  response: ServerResponse,
  answer: { readonly status: number; readonly location: string; readonly cookies: readonly string[] },
): void {
  const { status, location, cookies } = answer;
  const headers = { location, "cache-control": "no-store", ...(cookies.length > 0 && { "set-cookie": [...cookies] }) };
  response.writeHead(status, { ...headers, "content-length": 0 });
  response.end();
}

/**
 * Refuses a request without a response body. `connection: close` is required if the rest of the request body is not
 * read.
 */
export function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, "content-length": 0 }).end();
}

export function cut(text: string | undefined, maxLength: number): string {
  return text === undefined || text.length <= maxLength ? (text ?? "") : text.slice(0, maxLength);
}
