import type { Resolve } from "./systemLookup.ts";

/** Less than what is tried again waits at first. */
const rememberedMs = 4000;
const rememberedMost = 1000;

/**
 * A name that is asked for while it is looked up is not looked up again, nor is one that failed a moment ago. What was found is not
 * kept: each connection goes by an answer of its own time.
 */
export function shareLookups(resolve: Resolve, now: () => number = Date.now): Resolve {
  const running = new Map<string, ReturnType<Resolve>>();
  const failed = new Map<string, { readonly error: unknown; readonly until: number }>();

  function remember(name: string, error: unknown): void {
    // Set anew, the oldest is always the first.
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
