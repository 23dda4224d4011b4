import type { Resolve } from "./systemLookup.ts";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { shareLookups } from "./sharedLookups.ts";
import { createSystemLookup } from "./systemLookup.ts";

/**
 * Timeout in ms of one query to one server. After the timeout the next server is queried; each server is queried
 * `tries` times.
 */
const timeoutMs = 2000;
const tries = 2;
/** Milliseconds for which a resolver is used, because it reads the system's name servers only once. */
const resolverMs = 60_000;

/**
 * DNS errors after which the system resolves the name: the name or its address does not exist, or the name servers
 * refuse the connection or the query.
 */
const askTheSystem: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED", "EREFUSED"]);

interface Means {
  readonly makeResolver: () => Pick<Resolver, "resolve4" | "resolve6">;
  readonly bySystem: Resolve;
  readonly now: () => number;
}

/**
 * Creates a function that resolves names by DNS without occupying a thread, so that names whose servers never respond
 * don't delay others. The system resolves names that DNS doesn't know (the hosts file, mDNS), and names without a dot.
 * For a name that DNS knows, DNS takes precedence over the hosts file.
 */
export function createResolve({ makeResolver, bySystem, now }: Means): Resolve {
  let resolver = makeResolver();
  let renewAt = now() + resolverMs;
  return async (name) => {
    const family = isIP(name);
    if (family !== 0) return [{ address: name, family }];
    if (!name.includes(".")) return bySystem(name);
    if (now() >= renewAt) [resolver, renewAt] = [makeResolver(), now() + resolverMs];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer, i) =>
      answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    const failures = answers.flatMap((answer): unknown[] => (answer.status === "rejected" ? [answer.reason] : []));
    const failure = failures.find((each) => !askTheSystem.has(codeOf(each)));
    if (failure !== undefined) throw failure;
    return bySystem(name);
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/**
 * The resolver of the whole process, which shares running lookups, recent failures, and the queue for system lookups.
 */
export const resolveName: Resolve = shareLookups(
  createResolve({
    makeResolver: () => new Resolver({ timeout: timeoutMs, tries }),
    bySystem: createSystemLookup(),
    now: Date.now,
  }),
);
