import type { Resolve } from "./systemLookup.ts";

/** Milliseconds for which failures are cached; shorter than the first pause of retries. */
const rememberedMs = 4000;
const rememberedMost = 1000;

/**
 * Lets concurrent lookups of a name share one result, and caches failures briefly. Successful results are not cached,
 * so that each connection uses a current one.
 */
export function shareLookups(resolve: Resolve, now: () => number = Date.now): Resolve {
  const running = new Map<string, ReturnType<Resolve>>();
  const failed = new Map<string, { readonly error: unknown; readonly until: number }>();

  function remember(name: string, error: unknown): void {
    // An existing entry is deleted first, so that the first entry is always the oldest.
    failed.delete(name);
    failed.set(name, { error, until: now() + rememberedMs });
    const [oldest] = failed.keys();
    if (oldest !== undefined && failed.size > rememberedMost) failed.delete(oldest);
  }

  async function ask(name: string): ReturnType<Resolve> {
    try {
      return await Promise.resolve(name).then(resolve);
    } catch (error) {
      remember(name, error);
      throw error;
    } finally {
      running.delete(name);
    }
  }

  return (name) => {
    const failure = failed.get(name);
    if (failure && now() < failure.until) return Promise.reject(failure.error);
    let found = running.get(name);
    if (!found) running.set(name, (found = ask(name)));
    return found;
  };
}
