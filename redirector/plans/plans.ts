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
  /** The path after the code, including its leading slash; empty if there is none. */
  readonly rest: string;
  /** The site in which the link was found. */
  readonly site: Site;
  /** Whether the visitor has given the link's password; determined from the cookies if undefined. */
  readonly hasGivenPassword?: boolean;
  /**
   * Whether the visitor has already waited for a visit of the cap: if there is still none, they get a "try again" page.
   */
  readonly hasWaited?: boolean;
}

export type PlanOutcome =
  /** The answer is decided. If `cap` is set, the answer may be sent only after a visit of the cap was taken. */
  | { readonly kind: "answered"; readonly answer: PlanAnswer; readonly cap: LinkCap | null }
  /** This version can't read the plan. */
  | { readonly kind: "unreadable" }
  /** The link does not accept the path after its code. */
  | { readonly kind: "unknown" }
  /** Undecided: call `answer` again when `until` resolves, with `hasWaited`. */
  | { readonly kind: "later"; readonly until: Promise<void> };

export interface Plans {
  readonly planOf: PlanOf;
  /** Returns whether places that rules need could not be read. */
  lacksPlaces(): boolean;
  /** Decides the answer to a request by the plan of the record at `start`. */
  answer(record: Buffer, start: number, end: number, request: PlannedRequest): PlanOutcome;
}

/** Results that apply only if the cap is not used up. */
const requiresCapLeft: ReadonlySet<PlanResult> = new Set(["preview", "password", "blocked", "uncounted"]);

export interface PlanSettings {
  readonly caps: Pick<Caps, "isUsedUp" | "isFresh" | "hasVisit" | "request" | "look">;
  readonly logger: Logger;
  readonly now: () => number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
}

export function createPlans({ caps, logger, now, random }: PlanSettings): Plans {
  const planOf = createKnownPlans();
  const places = createPlaces(logger, now);
  const visitOf = createVisits(places);

  /** Applies the cap: a redirect needs a visit; some other answers require that the cap is not used up. */
  function capped(cap: LinkCap, answer: PlanAnswer, { pages }: Site, hasWaited: boolean): PlanOutcome {
    if (answer.result === "redirect") {
      if (caps.hasVisit(cap)) return { kind: "answered", answer, cap };
      if (!hasWaited) return { kind: "later", until: caps.request(cap) };
      return { kind: "answered", answer: tryAgain(pages), cap: null };
    }
    const isCertain = answer.result === "usedUp" || hasWaited || caps.isFresh(cap);
    if (!isCertain && requiresCapLeft.has(answer.result)) return { kind: "later", until: caps.look(cap) };
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
