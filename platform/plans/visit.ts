import type { Agent } from "../visitor/agent.ts";
import type { Place } from "../visitor/locator.ts";

export type VisitPlace = Pick<Place, "country" | "region" | "city">;
export type VisitAgent = Pick<Agent, "device" | "os" | "browser">;

/**
 * The properties of a visit that a plan can test. Expensive ones are functions, which are called only if a condition
 * needs them.
 */
export interface Visit {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Address as 16 bytes: IPv6, or IPv4 mapped into it. */
  readonly address: Uint8Array;
  /** Query as requested, without the question mark. */
  readonly query: string;
  /** The arm that the visitor got at an earlier visit; 0 for none. */
  readonly knownArm: number;
  /** Whether the link's cap is reached; absent if unknown. */
  readonly isUsedUp?: boolean;
  /** Returns whether the visitor has recently entered the password with this hash. */
  readonly hasGivenPassword: (passwordHash: string) => boolean;
  readonly place: () => VisitPlace;
  readonly agent: () => VisitAgent;
  /** Returns the preferred languages (see `wantedLanguages`). */
  readonly languages: () => readonly string[];
  /** Returns the referring host (see `referrerHost`). */
  readonly referrer: () => string;
  /**
   * Returns the bot reason, from the kind of request or else from the user agent (see `botRules.ts`); empty for people.
   */
  readonly botReason: () => string;
}
