import { lookup } from "node:dns/promises";
import { Mutex, withTimeout } from "async-mutex";
import ipaddr from "ipaddr.js";
import type { LookupAddress } from "node:dns";

const waitMs = 10_000;

/**
 * Creates a lookup by the system, which occupies one of libuv's threads for up to 10 s if no server responds. Node uses
 * two threads for lookups: this function uses only one, so the other remains free for the process's own lookups. Names
 * without a dot take precedence, because outsiders can't control their results.
 */
export function createSystemLookup(ask: Resolve = askSystem): Resolve {
  const turn = withTimeout(new Mutex(), waitMs, new Error("Too many DNS lookups are in progress. Try again later"));
  return (name) => turn.runExclusive(() => ask(name), name.includes(".") ? 0 : 1);
}

async function askSystem(name: string): ReturnType<Resolve> {
  const found = await lookup(name, { all: true, order: "verbatim" });
  return found.filter(({ address }) => ipaddr.isValid(address));
}

/** Resolves a name to all of its addresses. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;
