import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { Visit, VisitAgent } from "@hoplog/platform/plans/visit.js";
import { agentKey, parseAgent } from "@hoplog/platform/visitor/agent.js";
import { agentBotReason, flagBotReason } from "@hoplog/platform/visitor/botRules.js";
import { wantedLanguages } from "@hoplog/platform/visitor/languages.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import { limits } from "@hoplog/schema/limits.js";
import { armIn } from "./armCookie.ts";
import type { Places } from "./places.ts";

/** Properties of a request, as sent. Texts may be read lazily, while the plan decides. */
export interface RequestFacts {
  readonly at: number;
  /** The address; the same object for the same address, as long as it is cached. */
  readonly address: Uint8Array;
  readonly userAgent: string;
  readonly referrer: string;
  readonly languages: string;
  readonly query: string;
  readonly cookies: string;
  /** Flags for the request method, prefetch and client hints: see `clickFlags` and `hintFlags`. */
  readonly flags: number;
}

export type VisitOf = (facts: RequestFacts, hasGivenPassword: Visit["hasGivenPassword"], isUsedUp: boolean) => Visit;

const remembered = 10_000;

/**
 * Classifies visitors like ingest, from the same texts, truncated in the same way, but without the workspace's rules.
 */
export function createVisits(places: Pick<Places, "find">): VisitOf {
  const agents = createBoundedCache<string, VisitAgent>(remembered);
  const bots = createBoundedCache<string, { readonly reason: string }>(remembered);
  const languages = createBoundedCache<string, readonly string[]>(remembered);
  const referrers = createBoundedCache<string, { readonly host: string }>(remembered);

  return (facts, hasGivenPassword, isUsedUp) => {
    const { address } = facts;
    const userAgent = (): string => facts.userAgent.slice(0, limits.userAgentMax);
    return {
      at: facts.at,
      address,
      query: facts.query,
      get knownArm() {
        return armIn(facts.cookies);
      },
      hasGivenPassword,
      isUsedUp,
      place: () => places.find(address),
      agent: () => agents.get(agentKey(userAgent(), facts.flags), () => parseAgent(userAgent(), facts.flags)),
      botReason: () =>
        flagBotReason(facts.flags) || bots.get(userAgent(), (text) => ({ reason: agentBotReason(text) })).reason,
      languages: () =>
        languages.get(facts.languages, (text) =>
          wantedLanguages(text.slice(0, limits.acceptLanguageMax), limits.languagesMax),
        ),
      referrer: () =>
        referrers.get(facts.referrer, (text) => ({ host: referrerHost(text.slice(0, limits.referrerMax)) })).host,
    };
  };
}
