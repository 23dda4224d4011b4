import type { IncomingMessage, ServerResponse } from "node:http";
import type { Site } from "../domains/site.ts";
import { headersOf, type Page } from "../pages/page.ts";

/** A request under way. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
}

/** One that has come to a host which leads somewhere. */
export interface Visit extends Incoming {
  readonly site: Site;
}

export function sendPage(response: ServerResponse, page: Page): void {
  response.writeHead(page.status, headersOf(page));
  response.end(page.body);
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

/** Without a body, and without its connection where the rest of the request's is not waited for. */
export function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, "content-length": 0 }).end();
}

export function cut(text: string | undefined, maxLength: number): string {
  return text === undefined || text.length <= maxLength ? (text ?? "") : text.slice(0, maxLength);
}
