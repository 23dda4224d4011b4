import autocannon from "autocannon";

export interface LoadTarget {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
  /** Returns the body of each request; `path` returns the path that replaces the path of the URL. */
  readonly body?: () => string;
  readonly path?: () => string;
}

export interface LoadFigures {
  /** Successful responses per second, including redirects. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

/** Loads one URL on this machine for `seconds`; latencies are in milliseconds. */
export async function load(target: LoadTarget, seconds: number, connections: number): Promise<LoadFigures> {
  const { body, path } = target;
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    ...(body && { body: body() }),
    ...(path && { path: path() }),
  });
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    method: target.method ?? "GET",
    headers: { ...target.headers, ...(body && { "content-type": "application/json" }) },
    ...((body || path) && { requests: [{ setupRequest }] }),
  });
  return {
    perSecond: (result["2xx"] + result["3xx"]) / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx - result["3xx"] + result.errors + result.timeouts,
  };
}
