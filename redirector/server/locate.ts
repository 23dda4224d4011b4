import { isAlwaysReserved } from "@hoplog/schema/codes/reserved.js";
import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { defaultDomain, type LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { Plans } from "../plans/plans.ts";
import { type FoundEntry, unreadable } from "../replica/linkEntry.ts";
import { type CodeCandidates, codeCandidates } from "./codeCandidates.ts";
import { type CodePath, codePathOf } from "./codePath.ts";
import type { Visit } from "./visit.ts";

export interface LocateSettings {
  /** Finds a code; undefined if the replica doesn't know it. */
  readonly find: (address: LinkAddress) => FoundEntry | undefined;
  /** Looks up a code that the replica does not know. Never rejects. */
  readonly lookUp: (address: LinkAddress) => Promise<FoundEntry | null>;
  readonly plans: Plans;
}

/** The code requested by a path and its link; `entry` is null if no link was found. */
export interface Located {
  readonly asked: CodePath;
  readonly entry: FoundEntry | null;
}

/**
 * Finds the link that a path requests. Returns null if the path can't belong to a link of the default domain; in other
 * domains such a path is treated as an unknown code. Returns a promise if the replica does not know the code.
 */
export type Locate = (visit: Pick<Visit, "path" | "site">) => Located | Promise<Located> | null;

/** Placeholder for a path that is longer than any code or has characters that no code has. */
const noCode: CodePath = { code: "", cookiePath: "/", rest: "", showsDestination: false };

export function createLocate({ find, lookUp, plans }: LocateSettings): Locate {
  function inDefaultDomain(path: string): Located | Promise<Located> | null {
    const asked = codePathOf(path);
    const { code, rest } = asked;
    if (!hasCodeForm(code) || (rest !== "" && isAlwaysReserved(code))) return null;
    const address = { domain: defaultDomain, code };
    const entry = find(address);
    return entry ? { asked, entry } : lookUp(address).then((found) => ({ asked, entry: found }));
  }

  function inOwnDomain(domain: number, { all, elsewhere }: CodeCandidates): Located | Promise<Located> {
    for (const asked of all) {
      const entry = find({ domain, code: asked.code });
      if (entry && takesRest(entry, asked)) return { asked, entry };
    }
    return newerThanReplica(domain, elsewhere);
  }

  async function newerThanReplica(domain: number, candidates: readonly CodePath[]): Promise<Located> {
    for (const asked of candidates) {
      const entry = await lookUp({ domain, code: asked.code });
      if (entry && takesRest(entry, asked)) return { asked, entry };
    }
    const [longest] = candidates;
    return { asked: longest?.rest === "" ? longest : noCode, entry: null };
  }

  function takesRest(entry: FoundEntry, { rest }: CodePath): boolean {
    if (rest === "" || entry === unreadable) return true;
    if (entry.state !== "planned") return false;
    return plans.planOf(entry.record, 0, entry.record.length)?.plan.options.appendPath === true;
  }

  return ({ path, site }) =>
    site.number === defaultDomain
      ? inDefaultDomain(path)
      : inOwnDomain(site.number, codeCandidates(path, site.ignoresCase));
}
