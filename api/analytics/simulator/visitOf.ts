import type { Visit } from "@hoplog/platform/plans/visit.js";
import { createAddressBytes } from "@hoplog/platform/visitor/address.js";
import { parseAgent } from "@hoplog/platform/visitor/agent.js";
import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { wantedLanguages } from "@hoplog/platform/visitor/languages.js";
import type { FindPlace } from "@hoplog/platform/visitor/locator.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import { limits } from "@hoplog/schema/limits.js";

/** A made-up visitor. Omitted fields are unknown, except `at`, which is now. */
export interface SimulatedVisitor {
  readonly country?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
  /** Languages in Accept-Language format. */
  readonly language?: string | null | undefined;
  readonly query?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly at?: Date | null | undefined;
}

const bytesOf = createAddressBytes();

/** Circumstances of a visit other than its visitor. */
export interface VisitConditions {
  /** Finds the location of addresses; null if not needed. */
  readonly findPlace: FindPlace | null;
  readonly now: Date;
  /** Whether the link's visit cap is used up. */
  readonly isUsedUp: boolean;
}

/** Builds the visit as a redirector sees it. A given country overrides the country of the address. */
export function visitOf(visitor: SimulatedVisitor, { findPlace, now, isUsedUp }: VisitConditions): Visit {
  const address = bytesOf(visitor.address ?? "");
  const userAgent = visitor.userAgent?.slice(0, limits.userAgentMax);
  const place = findPlace?.(address, 0) ?? { country: "", region: "", city: "" };
  const country = visitor.country?.toUpperCase();
  return {
    at: (visitor.at ?? now).getTime(),
    address,
    query: (visitor.query ?? "").replace(/^\?/, ""),
    hasGivenPassword: () => true,
    knownArm: 0,
    isUsedUp,
    place: () => (country === undefined ? place : { country, region: "", city: "" }),
    agent: () => parseAgent(userAgent ?? ""),
    languages: () => wantedLanguages(visitor.language ?? "", limits.languagesMax),
    referrer: () => referrerHost(visitor.referrer ?? ""),
    // Without a user agent the visitor is a person.
    botReason: () => (userAgent === undefined ? "" : agentBotReason(userAgent)),
  };
}
