import { Agent, buildConnector, Client, type Dispatcher } from "undici";
import { createGuard, type Guard } from "./guard.ts";
import { OutgoingError } from "./outgoingError.ts";
import type { Resolve } from "./systemLookup.ts";
import type { Cidr } from "../env/pieces.ts";

export interface OutgoingSettings {
  /** Networks of the operator's own that may be requested beside public addresses. */
  readonly allowed: readonly Cidr[];
  /** Who we are, as `User-Agent`. */
  readonly userAgent: string;
  /** DNS, and the system for what that doesn't know, unless given. */
  readonly resolve?: Resolve;
}

export interface OutgoingRequest {
  readonly url: string;
  /** GET unless given. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For all of it, redirects and body included; but for what `turn` waits. */
  readonly timeoutMs: number;
  /** Of the body. */
  readonly maxBytes: number;
  /** What becomes of a body that is larger: an error, or its beginning. An error unless given. */
  readonly larger?: "refused" | "cut";
  /** None unless given: a 3xx is an answer then. Only GET and HEAD are redirected. */
  readonly maxRedirects?: number;
  /** Whether a URL may be requested as far as the asker is concerned, redirects too. All may unless given. */
  readonly mayRequest?: (url: URL) => boolean;
  /** Awaited before each request is sent, those that redirects lead to among them. */
  readonly turn?: (url: URL) => Promise<void>;
  /** Made for each answer: what it gives is told each piece of the body, and reading ends once it says that it has enough. */
  readonly hasEnough?: (answer: AnswerHead) => (piece: Uint8Array) => boolean;
  readonly signal?: AbortSignal;
}

export interface AnswerHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OutgoingAnswer extends AnswerHead {
  /** As it was sent, not decoded; at most `maxBytes`. */
  readonly body: Buffer;
  /** Whether the body went on, or may have. */
  readonly isCut: boolean;
  /** The last one, after redirects. */
  readonly url: string;
}

export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

const maxHeaderBytes = 16 * 1024;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends requests to servers whose addresses others have chosen. Each connection is made for one request, to an address
 * that was checked when its name was resolved; each redirect is checked like the first URL. Throws OutgoingError.
 */
export function createOutgoing({ allowed, userAgent, resolve }: OutgoingSettings): Outgoing {
  const guard = createGuard(allowed, resolve);
  return outgoingBy(guard, userAgent, async (url, work) => {
    const client = new Client(url.origin, { ...clientSettings, connect: connectorOf(guard) });
    try {
      return await work(client);
    } finally {
      await client.destroy();
    }
  });
}

export interface KeptOutgoing {
  readonly request: Outgoing;
  /** Ends all connections; requests under way fail. */
  close(): Promise<void>;
}

/**
 * As {@link createOutgoing}, for many requests to the same servers: a connection is used again until it was idle for a while.
 * Its address was checked when it was made. At most `connections` to one server.
 */
export function createKeptOutgoing({
  allowed,
  userAgent,
  resolve,
  connections,
}: OutgoingSettings & { readonly connections: number }): KeptOutgoing {
  const guard = createGuard(allowed, resolve);
  const agent = new Agent({
    ...clientSettings,
    connect: connectorOf(guard),
    connections,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
  });
  return { request: outgoingBy(guard, userAgent, (_url, work) => work(agent)), close: () => agent.destroy() };
}

const idleMs = 10_000;
const clientSettings = { maxHeaderSize: maxHeaderBytes, pipelining: 1 } as const;

function connectorOf(guard: Guard) {
  return buildConnector({ lookup: guard.lookup, autoSelectFamily: true });
}

/** Runs work with what sends a request to a URL's server. */
type WithDispatcher = <T>(url: URL, work: (dispatcher: Dispatcher) => Promise<T>) => Promise<T>;

interface Means {
  readonly guard: Guard;
  readonly withDispatcher: WithDispatcher;
}

function outgoingBy(guard: Guard, userAgent: string, withDispatcher: WithDispatcher): Outgoing {
  return async (request) => {
    const headers = { "user-agent": userAgent, ...request.headers };
    try {
      return await follow({ guard, withDispatcher }, { ...request, headers });
    } catch (error) {
      throw asOutgoingError(error);
    }
  };
}

async function follow(means: Means, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { method = "GET", maxRedirects = 0, timeoutMs, signal } = request;
  let url = parseUrl(request.url);
  let { headers } = request;
  let leftMs = timeoutMs;
  for (let hops = 0; ; hops++) {
    means.guard.check(url);
    if (request.mayRequest?.(url) === false) throw new OutgoingError("unwanted", `${url.host} is not to be requested`);
    await request.turn?.(url);
    const beganMs = performance.now();
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)));
    const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
    const answer = await send(means, url, { ...request, ...(headers && { headers }), signal: ends }).catch(
      (error: unknown) => {
        if (deadline.aborted) throw new OutgoingError("time", `No answer within ${timeoutMs} ms`, error);
        throw error;
      },
    );
    leftMs -= performance.now() - beganMs;
    const { location } = answer.headers;
    const mayFollow = maxRedirects > 0 && (method === "GET" || method === "HEAD");
    if (!mayFollow || !redirects.has(answer.status) || location === undefined) return answer;
    if (hops === maxRedirects) throw new OutgoingError("redirects", `More than ${maxRedirects} redirects`);
    const next = parseUrl(location, url);
    // What was meant for one server is not for another.
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
}

async function send({ withDispatcher }: Means, url: URL, request: OutgoingRequest): Promise<OutgoingAnswer> {
  const { method = "GET", headers, body, maxBytes, larger = "refused", hasEnough, signal } = request;
  return withDispatcher(url, async (dispatcher) => {
    const response = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      // Nothing is unpacked: a small body could become a very large one.
      headers: { "accept-encoding": "identity", ...headers },
      body: body ?? null,
      ...(signal && { signal }),
    });
    const head = { status: response.statusCode, headers: plainHeaders(response.headers) };
    const { isTooLarge, ...read } = await readBody(response.body, maxBytes, hasEnough?.(head));
    if (isTooLarge && larger === "refused") {
      throw new OutgoingError("size", `The answer is larger than ${maxBytes} bytes`);
    }
    return { ...head, ...read, url: url.href };
  });
}

async function readBody(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  hasEnough: (piece: Uint8Array) => boolean = () => false,
): Promise<{ body: Buffer; isCut: boolean; isTooLarge: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isEnough = false;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    isEnough = hasEnough(chunk);
    if (isEnough || size > maxBytes) break;
  }
  const isTooLarge = !isEnough && size > maxBytes;
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: isEnough || isTooLarge, isTooLarge };
}

function plainHeaders(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(", ")]);
  return Object.fromEntries(plain);
}

const secret: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

function withoutSecrets(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name.toLowerCase())));
}

function parseUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutgoingError("url", "Not a valid URL");
  return new URL(text, base?.href);
}

function asOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if (cause.cause instanceof OutgoingError) return cause.cause;
  // Happy Eyeballs tries several addresses, and reports each.
  if (cause instanceof AggregateError) {
    const own = cause.errors.find((each: unknown) => each instanceof OutgoingError);
    if (own instanceof OutgoingError) return own;
  }
  const code = "code" in cause ? cause.code : undefined;
  if (code === "UND_ERR_HEADERS_OVERFLOW")
    return new OutgoingError("size", "The head of the answer is too large", cause);
  return new OutgoingError("network", "The server can't be reached, or doesn't answer as HTTP wants it", cause);
}
