/**
 * An API key (`hop_…`) or an access token, or a function that returns one. The function is called before every request,
 * so that it can renew the token.
 */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

export interface ClientOptions {
  /** Base URL of the hoplog server, such as `https://hoplog.example.com`. */
  readonly url: string;
  /** Credential that is sent with every request; none by default. */
  readonly token?: TokenSource | undefined;
  /** ID of the workspace that calls act on; by default the workspace of the API key, or the user's own workspace. */
  readonly workspace?: string | undefined;
  /**
   * Timeout of one attempt in milliseconds, including reading the response; 30,000 by default. For files and streams it
   * covers only the time until the response begins.
   */
  readonly timeout?: number | undefined;
  /** Maximum number of retries of a call; 3 by default. */
  readonly retries?: number | undefined;
  /**
   * Milliseconds before the first retry, doubled for each further one up to 8 s and shortened at random by up to half;
   * 250 by default. It is added to a response's `Retry-After`.
   */
  readonly retryDelay?: number | undefined;
  /** Calls whose `Retry-After` exceeds this many milliseconds fail without a retry; 60,000 by default. */
  readonly maxRetryAfter?: number | undefined;
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's `workspace`. */
  readonly workspace?: string | undefined;
  /** Overrides the client's `timeout`. */
  readonly timeout?: number | undefined;
  /** Overrides the client's `retries`. */
  readonly retries?: number | undefined;
  /** Expected ETag: if the resource has another ETag, the call fails with a ConflictError. */
  readonly ifMatch?: string | undefined;
  /** Called with the response of a successful call, for example to read its ETag. Do not read the body. */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /**
   * Idempotency key of a call that creates something; random by default. Calls with the same key create only one
   * resource.
   */
  readonly idempotencyKey?: string | undefined;
}
