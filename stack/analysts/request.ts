import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { consoleAccountHeader, consoleLimits } from "@hoplog/schema/analysts.js";
import { type Login, loginOf } from "./logins.ts";

/** What a request says before its body. */
export interface Head {
  readonly login: Login;
  /** The account that it counts to. */
  readonly key: string;
  readonly queryId: string;
  readonly method: string;
  /** With the id of the query. */
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** The most that it may wait for its turn, and run unless its text says otherwise. */
  readonly limitMs: number;
}

/** A query as it came, read as a whole so that it can be sent again. */
export interface Question extends Head {
  readonly body: Buffer;
}

/** Answered as ClickHouse would: tools and its client read the code. */
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
    // The rest of the body is not read.
    ...(!response.req.complete && { connection: "close" }),
  };
  response.writeHead(status, headers).end(`Code: ${code}. DB::Exception: ${message}. (${type})\n`);
}

/** More than ClickHouse takes of an analyst, 256 kB, but for the address. */
const bodyMax = 1_000_000;

/** What belongs to one connection, and what the engine must not believe. */
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

/** Of sessions: they would last over queries. */
const sessionParams = ["session_id", "session_timeout", "session_check", "close_session"];

/** Throws {@link Refusal} for what only the service may do, or nobody. */
export function readHead(request: IncomingMessage): Head {
  const url = new URL(request.url ?? "/", "http://engine");
  const { searchParams: params } = url;
  if (sessionParams.some((name) => params.has(name)))
    throw new Refusal(400, 372, "SESSION_NOT_FOUND", "Sessions are not offered here. Send each query by itself");
  if (/^\s*multipart\//i.test(request.headers["content-type"] ?? ""))
    throw new Refusal(
      400,
      48,
      "NOT_IMPLEMENTED",
      "External tables are not offered here. Leave out multipart/form-data",
    );
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

/** Throws {@link Refusal} for a body that is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece: Buffer = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > bodyMax) throw new Refusal(413, 62, "SYNTAX_ERROR", `A query has at most ${bodyMax} bytes`);
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
}
