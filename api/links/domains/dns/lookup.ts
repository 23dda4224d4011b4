import type { CaaRecord as CaaRecordOfNode } from "node:dns";
import { Resolver } from "node:dns/promises";

/** The result of a DNS query; empty if there is no such record, null if DNS did not respond. */
export type Answer = readonly string[] | null;

/** A CAA record; `tag` is `issue`, `issuewild` or another property. */
export interface CaaRecord {
  /** Whether the record is critical: a CA that doesn't know its tag must not issue a certificate. */
  readonly isCritical: boolean;
  readonly tag: string;
  readonly value: string;
}

export interface Lookup {
  txt(name: string): Promise<Answer>;
  cname(name: string): Promise<Answer>;
  /** IPv4 and IPv6 addresses, in canonical form. */
  addresses(name: string): Promise<Answer>;
  hasMail(name: string): Promise<boolean>;
  /** Returns CAA records of exactly this name. Empty for none, null if DNS did not respond. */
  caa(name: string): Promise<readonly CaaRecord[] | null>;
}

/**
 * Timeout of one query to one server (ms). After the timeout the next server is queried; each server is queried at most
 * twice.
 */
const timeoutMs = 2000;
const tries = 2;

/**
 * Creates a lookup with `servers` in the format of `dns.setServers`; uses the system's servers if `servers` is empty.
 */
export function createLookup(servers: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: (name) => answerOf(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
    cname: (name) => answerOf(async () => (await resolver.resolveCname(name)).map(withoutDot)),
    async addresses(name) {
      const [v4, v6] = await Promise.all([
        answerOf(() => resolver.resolve4(name)),
        answerOf(() => resolver.resolve6(name)),
      ]);
      return v4 && v6 && [...v4, ...v6];
    },
    async hasMail(name) {
      const answer = await answerOf(async () => (await resolver.resolveMx(name)).map(({ exchange }) => exchange));
      return answer !== null && answer.length > 0;
    },
    caa: (name) => answerOf(async () => (await resolver.resolveCaa(name)).flatMap(caaRecords)),
  };
}

/** Error codes for a missing name or record. All other failures are inconclusive. */
const missing = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

async function answerOf<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[] | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "code" in error) return missing.has(String(error.code)) ? [] : null;
    throw error;
  }
}

/** Converts Node's records, in which the tag is the name of a property. */
function caaRecords({ critical, ...properties }: CaaRecordOfNode): CaaRecord[] {
  return Object.entries(properties).flatMap(([tag, value]) =>
    tag === "type" || typeof value !== "string" ? [] : [{ isCritical: critical !== 0, tag: tag.toLowerCase(), value }],
  );
}

function withoutDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
