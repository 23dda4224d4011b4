import type { CallOptions, ClientOptions } from "./options.ts";
import { ConnectionError, errorOfAnswer, HoplogError, TimeoutError, UnexpectedAnswerError } from "../errors/errors.ts";
import { addressOf, type Call, headersOf, isRepeatable } from "./request.ts";
import { backoff, retryAfterOf, wait } from "./wait.ts";

/** Reads a successful response. If reading fails, the attempt fails. */
export type Read<T> = (response: Response) => Promise<T> | T;

/**
 * Makes a call, and retries it if that is safe and may succeed. Rejects with a {@link HoplogError}, or with the
 * signal's reason if aborted.
 */
export async function send<T>(client: ClientOptions, call: Call, options: CallOptions, read: Read<T>): Promise<T> {
  const { retryDelay = 250, maxRetryAfter = 60_000 } = client;
  const retries = options.retries ?? client.retries ?? 3;
  const headers = headersOf(call, client, options);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(client, call, headers, options, read);
    } catch (error) {
      if (!(error instanceof HoplogError) || attempt >= retries || !mayRetry(error, call, options)) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      if (asked > maxRetryAfter) throw error;
      // Adds a random delay to the server's `Retry-After`, so that clients don't retry simultaneously.
      await wait(asked + backoff(attempt, retryDelay), options.signal);
    }
  }
}

/** Returns whether to retry. A call rejected by a rate limit had no effect; other failed calls may have had one. */
function mayRetry(error: HoplogError, call: Call, options: CallOptions): boolean {
  if (error.status === 429) return true;
  if (error.status === 409) return call.isKeyed === true && error.retryAfter !== undefined;
  const mayHelp = error instanceof ConnectionError || [408, 500, 502, 503, 504].includes(error.status ?? 0);
  return mayHelp && isRepeatable(call, options);
}

async function sendOnce<T>(
  client: ClientOptions,
  call: Call,
  headers: Record<string, string>,
  options: CallOptions,
  read: Read<T>,
): Promise<T> {
  const { signal } = options;
  signal?.throwIfAborted();
  const token = typeof client.token === "function" ? await client.token() : client.token;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("Invalid token: it must contain only printable ASCII characters without spaces");
  const timeout = options.timeout ?? client.timeout ?? 30_000;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  try {
    const response = await (client.fetch ?? fetch)(addressOf(client.url, call), {
      method: call.method,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      body: call.octets ?? (call.body === undefined ? null : JSON.stringify(call.body)),
      // The API never redirects, and the key must be sent only to this server.
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    if (response.ok) {
      options.onResponse?.(response);
      return await read(response);
    }
    throw errorOfAnswer(response.status, await bodyOf(response), retryAfterOf(response.headers.get("retry-after")));
  } catch (error) {
    if (error instanceof HoplogError) throw error;
    signal?.throwIfAborted();
    if (late.signal.aborted)
      throw new TimeoutError(`No response within ${timeout} ms`, { type: "TIMEOUT_ERROR", cause: error });
    throw new ConnectionError(`Cannot reach ${new URL(client.url).host}`, {
      type: "CONNECTION_ERROR",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the parsed body of a response; undefined if it is not JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns a successful response's JSON, which is assumed to match the OpenAPI document. Rejects with an
 * UnexpectedAnswerError if the response is not from hoplog.
 */
export async function readJson<Answer extends object>(response: Response): Promise<Answer> {
  const text = await response.text();
  try {
    const answer: Answer = JSON.parse(text);
    if ("success" in answer) return answer;
  } catch {
    // The error is reported below as an unexpected response.
  }
  const type = response.headers.get("content-type") ?? "nothing";
  const facts = { type: "UNEXPECTED_ANSWER", status: response.status };
  throw new UnexpectedAnswerError(
    `The response (${type}) is not from hoplog. Check the url of the client, and proxies between client and server.`,
    facts,
  );
}
