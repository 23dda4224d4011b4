import { Agent, buildConnector, Client, type Dispatcher } from "undici";
import { createGuard, type Guard } from "./guard.ts";
import { OutgoingError } from "./outgoingError.ts";
import type { Resolve } from "./systemLookup.ts";
import type { Cidr } from "../env/pieces.ts";

export interface OutgoingSettings {
  /** The operator's own networks that may be requested in addition to public addresses. */
  readonly allowed: readonly Cidr[];
  /** Value of the `User-Agent` header. */
  readonly userAgent: string;
  /** Resolves names; by default with DNS, and with the system's lookup for names that DNS doesn't know. */
  readonly resolve?: Resolve;
}

export interface OutgoingRequest {
  readonly url: string;
  /** HTTP method; GET by default. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Timeout in milliseconds of the whole request, including redirects and body, but excluding the wait for `turn`. */
  readonly timeoutMs: number;
  /** Maximum bytes of the response's body. */
  readonly maxBytes: number;
  /** Whether a body above `maxBytes` is an error, which is the default, or is truncated. */
  readonly larger?: "refused" | "cut";
  /**
   * Maximum redirects; none by default, so that a 3xx response is returned. Only redirects of GET and HEAD are
   * followed.
   */
  readonly maxRedirects?: number;
  /** Returns whether the caller wants a URL to be requested, including URLs of redirects. Always true by default. */
  readonly mayRequest?: (url: URL) => boolean;
  /** Awaited before each request is sent, including requests after redirects. */
  readonly turn?: (url: URL) => Promise<void>;
  /**
   * Called for each response; the function that it returns gets each piece of the body, and reading stops once it
   * returns true.
   */
  readonly hasEnough?: (answer: AnswerHead) => (piece: Uint8Array) => boolean;
  readonly signal?: AbortSignal;
}

export interface AnswerHead {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OutgoingAnswer extends AnswerHead {
  /** The body as sent, without decoding; at most `maxBytes`. */
  readonly body: Buffer;
  /** Whether reading stopped before the end of the body, because of `maxBytes` or `hasEnough`. */
  readonly isCut: boolean;
  /** The final URL, after redirects. */
  readonly url: string;
}

export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

const maxHeaderBytes = 16 * 1024;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates a function that sends requests to user-supplied URLs. Each connection is used for one request, to an address
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

export interface PooledOutgoing {
  readonly request: Outgoing;
  /** Closes all connections; running requests fail. */
  close(): Promise<void>;
}

/**
 * Creates the same function as {@link createOutgoing}, for many requests to the same servers: a connection is reused
 * until it has been idle for some time. Its address was checked when it was opened. Opens at most `connections` per
 * server.
 */
export function createPooledOutgoing({
  allowed,
  userAgent,
  resolve,
  connections,
}: OutgoingSettings & { readonly connections: number }): PooledOutgoing {
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

/** Runs work with a dispatcher that sends a request to a URL's server. */
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
    if (request.mayRequest?.(url) === false) throw new OutgoingError("unwanted", `${url.host} must not be requested`);
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
    // Secrets for one server must not be sent to another.
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
      // Requests uncompressed responses and decompresses none, because a small body could become a very large one.
      headers: { "accept-encoding": "identity", ...headers },
      body: body ?? null,
      ...(signal && { signal }),
    });
    const head = { status: response.statusCode, headers: plainHeaders(response.headers) };
    const { isTooLarge, ...read } = await readBody(response.body, maxBytes, hasEnough?.(head));
    if (isTooLarge && larger === "refused") {
      throw new OutgoingError("size", `The response is larger than ${maxBytes} bytes`);
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
    return new OutgoingError("size", "The response headers are too large", cause);
  return new OutgoingError("network", "The server is unreachable, or its response is not valid HTTP", cause);
}
