/**
 * An API key (`hop_…`) or an access token. A function is called before every request, so that it can renew the token.
 */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

export interface ClientOptions {
  /** Base URL of hoplog, such as `https://hoplog.example.com`. */
  readonly url: string;
  readonly token?: TokenSource | undefined;
  /** Id of the workspace that calls act on; the caller's own by default. */
  readonly workspace?: string | undefined;
  /**
   * Timeout of one attempt in milliseconds, including reading the response; 30,000 by default. For files and streams,
   * only until they begin.
   */
  readonly timeout?: number | undefined;
  /** Maximum retries of a call; 3 by default. */
  readonly retries?: number | undefined;
  /**
   * Milliseconds before the first retry, doubled for each further one; 250 by default. `Retry-After` takes precedence.
   */
  readonly retryDelay?: number | undefined;
  /** A `Retry-After` above this many milliseconds fails the call at once; 60,000 by default. */
  readonly maxRetryAfter?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly workspace?: string | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** The last known ETag: if the resource has another one, the call fails with a ConflictError. */
  readonly ifMatch?: string | undefined;
  /** Receives the response of a successful call, for headers such as the ETag; its body must not be read. */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /**
   * Idempotency key for calls that create something; random by default. The server creates one resource for all calls
   * with the same key.
   */
  readonly idempotencyKey?: string | undefined;
}
