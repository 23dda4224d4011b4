import { z } from "zod";

/** Calls the api as one account. */
export interface AccountApi {
  rest(path: string): Promise<Record<string, unknown>>;
  /** Resolves with the operation's `data`. */
  graphql(query: string, variables: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Thrown if the rate limit is exceeded, or if the api responds with status 503. */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
  readonly seconds: number;
  constructor(seconds: number) {
    super(`the api requests a retry after ${seconds} s`);
    this.seconds = seconds;
  }
}

export interface ApiClient {
  as(token: string): AccountApi;
  calls(): number;
  /** Whether the api enforces a rate limit; known after the first call. */
  isLimited(): boolean;
}

const anything = z.record(z.string(), z.unknown());

/**
 * Creates a client; `apiUrl` has no slash at the end. Calls throw RetryLater for 429 and 503, and an Error for every
 * other failure.
 */
export function createApiClient(apiUrl: string): ApiClient {
  let calls = 0;
  let limited = false;

  async function send(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    calls++;
    const response = await fetch(apiUrl + path, { ...init, signal: AbortSignal.timeout(30_000) });
    limited ||= response.headers.has("ratelimit-limit");
    const text = await response.text();
    if (response.status === 429 || response.status === 503)
      throw new RetryLater(Number(response.headers.get("retry-after") ?? 10) || 10);
    if (!response.ok)
      throw new Error(`${init.method ?? "GET"} ${path}: the api responded with status ${response.status}`);
    return anything.parse(JSON.parse(text));
  }

  return {
    as: (token) => ({
      rest: (path) => send(path, { headers: { authorization: `Bearer ${token}` } }),
      async graphql(query, variables) {
        const answer = await send("/graphql", {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ query, variables }),
        });
        if (answer["errors"]) throw refusalOf(answer["errors"]);
        return anything.parse(answer["data"]);
      },
    }),
    calls: () => calls,
    isLimited: () => limited,
  };
}

const unavailable = z.array(z.object({ extensions: z.object({ status: z.literal(503), retryAfter: z.number() }) }));

function refusalOf(errors: unknown): Error {
  const { data } = unavailable.safeParse(errors);
  const seconds = data?.map(({ extensions }) => extensions.retryAfter);
  return seconds ? new RetryLater(Math.max(...seconds)) : new Error(`GraphQL: ${JSON.stringify(errors).slice(0, 300)}`);
}
