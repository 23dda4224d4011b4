import type { Agent } from "../visitor/agent.ts";
import type { Place } from "../visitor/locator.ts";

export type VisitPlace = Pick<Place, "country" | "region" | "city">;
export type VisitAgent = Pick<Agent, "device" | "os" | "browser">;

/** What a plan may ask of a visit. What costs something to find out is a function, called only where a condition needs it. */
export interface Visit {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** IPv6, or IPv4 mapped into it, in 16 bytes. */
  readonly address: Uint8Array;
  /** As it was requested, without the question mark. */
  readonly query: string;
  /** The arm that the visitor was given before; 0 for none. */
  readonly knownArm: number;
  /** Whether as many people as the link's cap allows have been redirected; absent where that is not known. */
  readonly isUsedUp?: boolean;
  /** Whether the visitor has given the password of this hash lately. */
  readonly hasGivenPassword: (passwordHash: string) => boolean;
  readonly place: () => VisitPlace;
  readonly agent: () => VisitAgent;
  /** See `wantedLanguages`. */
  readonly languages: () => readonly string[];
  /** See `referrerHost`. */
  readonly referrer: () => string;
  /** Why it is no person, by the way of asking and then by its agent, as `botRules.ts` says; empty for people. */
  readonly botReason: () => string;
}
