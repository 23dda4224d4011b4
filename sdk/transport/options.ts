/** An API key (`hop_…`) or an access token; a function is asked before every request, so that it can renew a token. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>);

export interface ClientOptions {
  /** Where hoplog is, such as `https://hoplog.example.com`. */
  readonly url: string;
  readonly token?: TokenSource | undefined;
  /** The id of the workspace that calls are about; the caller's own unless given. */
  readonly workspace?: string | undefined;
  /** Milliseconds that one attempt may take, reading the answer included; 30,000 unless given. Files and streams: until they begin. */
  readonly timeout?: number | undefined;
  /** How often a call is tried again; 3 unless given. */
  readonly retries?: number | undefined;
  /** Milliseconds before the first retry, doubled for each further one; 250 unless given. `Retry-After` goes first. */
  readonly retryDelay?: number | undefined;
  /** A `Retry-After` of more milliseconds than this fails the call at once; 60,000 unless given. */
  readonly maxRetryAfter?: number | undefined;
  /** The global `fetch` unless given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly workspace?: string | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** The ETag that the caller has seen: where it is another one by now, the call fails with a ConflictError. */
  readonly ifMatch?: string | undefined;
  /** Sees the answer of a call that was good, for its headers, such as the ETag; its body is not to be read. */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /** Of calls that make something; a random one unless given. The server makes one thing for all calls with the same key. */
  readonly idempotencyKey?: string | undefined;
}
