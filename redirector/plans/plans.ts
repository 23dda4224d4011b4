import type { Logger } from "@hoplog/platform/logging/logger.js";
import { idsAt } from "@hoplog/schema/topics/links/record.js";
import type { Site } from "../domains/site.ts";
import { hasPass } from "../passwords/passCookie.ts";
import { answerPlan, type PlanAnswer } from "./answerPlan.ts";
import { createKnownPlans, type PlanOf } from "./knownPlans.ts";
import { createPlaces } from "./places.ts";
import { createVisits, type RequestFacts } from "./visits.ts";

/** A request for a link that has a plan. */
export interface PlannedRequest {
  readonly facts: RequestFacts;
  readonly code: string;
  /** What stands behind the code, with the slash before it; empty for nothing. */
  readonly rest: string;
  /** Where the link was found. */
  readonly site: Site;
  /** Whether the visitor has given the link's password: as the cookies say unless it is known. */
  readonly hasGivenPassword?: boolean;
}

export type PlanOutcome =
  | { readonly kind: "answered"; readonly answer: PlanAnswer }
  /** This version can't say where the link leads. */
  | { readonly kind: "unreadable" }
  /** There is no such link. */
  | { readonly kind: "unknown" }
  /** To be asked again then. */
  | { readonly kind: "later"; readonly until: Promise<void> };

export interface Plans {
  readonly planOf: PlanOf;
  /** Whether rules ask for places that could not be read. */
  lacksPlaces(): boolean;
  /** Decides by the record that stands at `start`. */
  answer(record: Buffer, start: number, end: number, request: PlannedRequest): PlanOutcome;
}

export interface PlanSettings {
  readonly logger: Logger;
  readonly now: () => number;
  /** From 0 on and below 1. */
  readonly random: () => number;
}

export function createPlans({ logger, now, random }: PlanSettings): Plans {
  const planOf = createKnownPlans();
  const places = createPlaces(logger, now);
  const visitOf = createVisits(places.find);
  return {
    planOf,
    lacksPlaces: places.isUnreadable,
    answer(record, start, end, { facts, code, rest, site, hasGivenPassword }) {
      const known = planOf(record, start, end);
      if (!known) return { kind: "unreadable" };
      const { plan, url } = known;
      const until = plan.needsPlaces ? places.opening() : null;
      if (until) return { kind: "later", until };
      const linkId = record.subarray(start + idsAt, start + idsAt + 16);
      const visit = visitOf(
        facts,
        (passwordHash) => hasGivenPassword ?? hasPass(facts.cookies, { linkId, code, passwordHash }, facts.at),
      );
      const answer = answerPlan(plan, { visit, code, url, rest, site }, random);
      return answer ? { kind: "answered", answer } : { kind: "unknown" };
    },
  };
}
