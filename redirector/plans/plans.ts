import type { Logger } from "@hoplog/platform/logging/logger.js";
import { idsAt } from "@hoplog/schema/topics/links/record.js";
import type { Site } from "../domains/site.ts";
import { uuidText } from "@hoplog/schema/uuid.js";
import type { Caps, LinkCap } from "../caps/caps.ts";
import { hasPass } from "../passwords/passCookie.ts";
import { answerPlan, type PlanAnswer, type PlanResult, tryAgain } from "./answerPlan.ts";
import { createKnownPlans, type PlanOf } from "./knownPlans.ts";
import { createPlaces } from "./places.ts";
import { createVisits, type RequestFacts } from "./visits.ts";

/** A request for a link that has a plan. */
export interface PlannedRequest {
  readonly facts: RequestFacts;
  readonly code: string;
  /** The path of the link's cookies. */
  readonly cookiePath: string;
  /** What stands behind the code, with the slash before it; empty for nothing. */
  readonly rest: string;
  /** Where the link was found. */
  readonly site: Site;
  /** Whether the visitor has given the link's password: as the cookies say unless it is known. */
  readonly hasGivenPassword?: boolean;
  /** The visitor has waited for a visit of the link's cap: if there is none now, they are told to come again. */
  readonly hasWaited?: boolean;
}

export type PlanOutcome =
  /** With a cap, only once one of its visits was taken. */
  | { readonly kind: "answered"; readonly answer: PlanAnswer; readonly cap: LinkCap | null }
  /** This version can't say where the link leads. */
  | { readonly kind: "unreadable" }
  /** There is no such link. */
  | { readonly kind: "unknown" }
  /** To be asked again then, with `hasWaited`. */
  | { readonly kind: "later"; readonly until: Promise<void> };

export interface Plans {
  readonly planOf: PlanOf;
  /** Whether rules ask for places that could not be read. */
  lacksPlaces(): boolean;
  /** Decides by the record that stands at `start`. */
  answer(record: Buffer, start: number, end: number, request: PlannedRequest): PlanOutcome;
}

/** What a link with a cap says only while it is not used up. */
const comesAfterCap: ReadonlySet<PlanResult> = new Set(["preview", "password", "blocked", "uncounted"]);

export interface PlanSettings {
  readonly caps: Pick<Caps, "isUsedUp" | "isFresh" | "hasVisit" | "request" | "look">;
  readonly logger: Logger;
  readonly now: () => number;
  /** From 0 on and below 1. */
  readonly random: () => number;
}

export function createPlans({ caps, logger, now, random }: PlanSettings): Plans {
  const planOf = createKnownPlans();
  const places = createPlaces(logger, now);
  const visitOf = createVisits(places);

  /** A redirect needs a visit; whoever gets another answer only has to know that the cap is not used up. */
  function capped(cap: LinkCap, answer: PlanAnswer, { pages }: Site, hasWaited: boolean): PlanOutcome {
    if (answer.result === "redirect") {
      if (caps.hasVisit(cap)) return { kind: "answered", answer, cap };
      if (!hasWaited) return { kind: "later", until: caps.request(cap) };
      return { kind: "answered", answer: tryAgain(pages), cap: null };
    }
    const isCertain = answer.result === "usedUp" || hasWaited || caps.isFresh(cap);
    if (!isCertain && comesAfterCap.has(answer.result)) return { kind: "later", until: caps.look(cap) };
    return { kind: "answered", answer, cap: null };
  }

  return {
    planOf,
    lacksPlaces: places.isUnreadable,
    answer(record, start, end, { facts, code, cookiePath, rest, site, hasGivenPassword, hasWaited = false }) {
      const known = planOf(record, start, end);
      if (!known) return { kind: "unreadable" };
      const { plan, url } = known;
      const linkId = record.subarray(start + idsAt, start + idsAt + 16);
      const cap = plan.cap && { linkId: uuidText(linkId), ...plan.cap };
      const visit = visitOf(
        facts,
        (passwordHash) => hasGivenPassword ?? hasPass(facts.cookies, { linkId, code, passwordHash }, facts.at),
        cap !== null && caps.isUsedUp(cap),
      );
      const answer = answerPlan(plan, { visit, cookiePath, url, rest, site }, random);
      if (!answer) return { kind: "unknown" };
      return cap ? capped(cap, answer, site, hasWaited) : { kind: "answered", answer, cap: null };
    },
  };
}
