import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { consoleAccountHeader, consoleLimits } from "@hoplog/schema/analysts.js";
import { type Login, loginOf } from "./logins.ts";

/** The parts of a request before its body. */
export interface Head {
  readonly login: Login;
  /** The account whose limits apply. */
  readonly key: string;
  readonly queryId: string;
  readonly method: string;
  /** Path of the request, including the query's id. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Maximum waiting time, and maximum run time unless the query sets its own; in milliseconds. */
  readonly limitMs: number;
}

/** A complete query, buffered so that it can be resent. */
export interface Question extends Head {
  readonly body: Buffer;
}

/**
 * A rejected request. The response has ClickHouse's error format, because tools and ClickHouse's client read the code.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly type: string;

  constructor(status: number, code: number, type: string, message: string) {
    super(message);
    [this.status, this.code, this.type] = [status, code, type];
  }
}

export function refuse(response: ServerResponse, { status, code, type, message }: Refusal): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const headers = {
    "content-type": "text/plain; charset=UTF-8",
    "x-clickhouse-exception-code": String(code),
    // The rest of the body is not read, so the connection is closed.
    ...(!response.req.complete && { connection: "close" }),
  };
  response.writeHead(status, headers).end(`Code: ${code}. DB::Exception: ${message}. (${type})\n`);
}

/** Maximum bytes of a body; above the 256 kB that ClickHouse accepts from analysts, not counting the URL. */
const bodyMax = 1_000_000;

/** Headers that belong to one connection, or that the engine must not trust. */
const notHandedOn = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export function handedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notHandedOn.has(name)));
}

/** URL parameters of sessions, which are rejected, because a session would outlive its query. */
const sessionParams = ["session_id", "session_timeout", "session_check", "close_session"];

/**
 * Reads a request's head. Throws {@link Refusal} for sessions and external tables, which are not supported.
 */
export function readHead(request: IncomingMessage): Head {
  const url = new URL(request.url ?? "/", "http://engine");
  const { searchParams: params } = url;
  if (sessionParams.some((name) => params.has(name)))
    throw new Refusal(400, 372, "SESSION_NOT_FOUND", "Sessions are not supported. Send each query separately");
  if (/^\s*multipart\//i.test(request.headers["content-type"] ?? ""))
    throw new Refusal(400, 48, "NOT_IMPLEMENTED", "External tables are not supported. Do not use multipart/form-data");
  const login = loginOf(request.headers, params);
  const account = request.headers[consoleAccountHeader.toLowerCase()];
  const key = login.user.startsWith("console_") && typeof account === "string" ? `console ${account}` : login.user;
  const queryId = params.get("query_id") || randomUUID();
  params.set("query_id", queryId);
  const seconds = Number(params.get("max_execution_time") ?? consoleLimits.seconds);
  const limitMs = 1000 * Math.min(consoleLimits.secondsMax, seconds > 0 ? seconds : consoleLimits.seconds);
  return {
    login,
    key,
    queryId,
    method: request.method ?? "GET",
    path: `/?${params.toString()}`,
    headers: handedOn(request.headers),
    limitMs,
  };
}

/** Reads a request's body. Throws {@link Refusal} if it is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece: Buffer = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > bodyMax) throw new Refusal(413, 62, "SYNTAX_ERROR", `A query must be at most ${bodyMax} bytes`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}
