import type { Visit } from "@hoplog/platform/plans/visit.js";
import { createAddressBytes } from "@hoplog/platform/visitor/address.js";
import { parseAgent } from "@hoplog/platform/visitor/agent.js";
import { agentBotReason } from "@hoplog/platform/visitor/botRules.js";
import { wantedLanguages } from "@hoplog/platform/visitor/languages.js";
import type { FindPlace } from "@hoplog/platform/visitor/locator.js";
import { referrerHost } from "@hoplog/platform/visitor/referrerHost.js";
import { limits } from "@hoplog/schema/limits.js";

/** A made-up visitor. What is missing is not known of them. */
export interface MadeUpVisitor {
  readonly country?: string | null | undefined;
  readonly userAgent?: string | null | undefined;
  /** As Accept-Language has it. */
  readonly language?: string | null | undefined;
  readonly query?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly at?: Date | null | undefined;
}

const bytesOf = createAddressBytes();

/** What a visit meets that is not the visitor's. */
export interface Circumstances {
  /** Finds where addresses are; null where that is not asked. */
  readonly findPlace: FindPlace | null;
  readonly now: Date;
  /** Whether the link's cap leaves no visit. */
  readonly isUsedUp: boolean;
}

/** The visit as a redirector would see it. A country that is given goes before where the address is. */
export function visitOf(visitor: MadeUpVisitor, { findPlace, now, isUsedUp }: Circumstances): Visit {
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
    // Without a user agent somebody is meant, a person.
    botReason: () => (userAgent === undefined ? "" : agentBotReason(userAgent)),
  };
}
