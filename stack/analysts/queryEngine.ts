/** Runs a query in an engine as the service's own user; rejects with the engine's error message. */
export type QueryEngine = (query: string, signal?: AbortSignal) => Promise<string>;

export function createQueryEngine(address: string, user: string, password: string, timeoutMs = 10_000): QueryEngine {
  const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password };
  return async (query, signal) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: query,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.trim());
    return text;
  };
}
