import type { Resolve } from "./systemLookup.ts";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { shareLookups } from "./sharedLookups.ts";
import { createSystemLookup } from "./systemLookup.ts";

/** Of one question to one server. The others are asked after it, and all of them twice. */
const timeoutMs = 2000;
const tries = 2;
/** A resolver reads once which name servers the system has. */
const resolverMs = 60_000;

/** There is no such name, or it has no such address; or there is no name server, or none that answers us. */
const askTheSystem: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED", "EREFUSED"]);

interface Means {
  readonly makeResolver: () => Pick<Resolver, "resolve4" | "resolve6">;
  readonly bySystem: Resolve;
  readonly now: () => number;
}

/**
 * Asks DNS without a thread: however many names have servers that never answer, they delay nobody else. The system is asked for what
 * DNS doesn't know (the hosts file, mDNS), and for names without a dot. A name that DNS knows has DNS's addresses, whatever the hosts
 * file says.
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

/** All of a process share one: names under way, names that failed, and the system's turn. */
export const resolveName: Resolve = shareLookups(
  createResolve({
    makeResolver: () => new Resolver({ timeout: timeoutMs, tries }),
    bySystem: createSystemLookup(),
    now: Date.now,
  }),
);
