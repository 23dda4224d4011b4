import type { CompiledPlan } from "@hoplog/platform/plans/compile.js";
import { destinationOf, withParameter } from "@hoplog/platform/plans/destination.js";
import type { Visit } from "@hoplog/platform/plans/visit.js";
import { encodeHopId, type HopId, hopIdParameter } from "@hoplog/schema/conversions/hopId.js";
import type { MissReason } from "@hoplog/schema/topics/clickBatch/click.js";
import { headerSafe } from "@hoplog/schema/topics/links/record.js";
import type { Site } from "../domains/site.ts";
import type { Page } from "../pages/page.ts";
import type { Pages } from "../pages/pages.ts";
import { previewPage } from "../pages/previewPage.ts";
import { armCookie } from "./armCookie.ts";

/** Record that is written for a visit: a click or a miss. */
export type Recorded =
  | {
      readonly kind: "click";
      readonly rule: number;
      readonly arm: number;
      /** Whether to pass the click's id to the destination: see {@link withClick}. */
      readonly passesId: boolean;
    }
  | { readonly kind: "miss"; readonly reason: MissReason }
  /** The visit is not recorded, because the visitor has not been redirected yet. */
  | { readonly kind: "none" };

export type PlanAnswer = { readonly recorded: Recorded; readonly result: PlanResult } & (
  | { readonly page: Page }
  | {
      readonly status: number;
      /** The destination, in visible ASCII. */
      readonly location: string;
      /** Set-Cookie value; null for none. */
      readonly cookie: string | null;
    }
);

/** Result of a visit, for the metrics. */
export type PlanResult =
  | "listed"
  | "password"
  | "redirect"
  | "expired"
  | "notYet"
  | "usedUp"
  | "uncounted"
  | "tryAgain"
  | "blocked"
  | "preview";

/** Adds the click's id to the destination's URL. */
export function withClick(answer: PlanAnswer, click: HopId): PlanAnswer {
  if ("page" in answer) return answer;
  return { ...answer, location: withParameter(answer.location, hopIdParameter, encodeHopId(click)) };
}

/** Returns the answer if the cap is not used up but no visit could be leased, or its click could not be recorded. */
export function tryAgain({ tryAgain: page }: Pages): PlanAnswer {
  return { recorded: { kind: "none" }, result: "tryAgain", page };
}

/** Click of a visitor who gets a page instead of the destination. */
const pageClick = { kind: "click", rule: 0, arm: 0, passesId: false } as const;

export interface PlannedVisit {
  readonly visit: Visit;
  readonly cookiePath: string;
  readonly url: string;
  /** The path after the code, including its leading slash; empty if there is none. */
  readonly rest: string;
  readonly site: Site;
}

/**
 * Decides the answer by a link's plan. Returns null if a path follows the code but the link does not accept one: then
 * there is no such link.
 */
export function answerPlan(
  plan: CompiledPlan,
  { visit, cookiePath, url, rest, site: { pages, settings } }: PlannedVisit,
  random: () => number,
): PlanAnswer | null {
  const { options } = plan;
  if (rest !== "" && options.appendPath !== true) return null;
  const decision = plan.decide(url, visit, random);
  switch (decision.kind) {
    case "listed":
      return { recorded: { kind: "miss", reason: "listed" }, result: "listed", page: pages.listed };
    case "password":
      return { recorded: { kind: "none" }, result: "password", page: pages.password };
    case "notYet":
      return { recorded: { kind: "miss", reason: "not yet" }, result: "notYet", page: pages.notYet };
    case "expired": {
      const recorded = { kind: "miss", reason: "expired" } as const;
      const url = decision.url ?? settings.expiredUrl;
      if (url === undefined) return { recorded, result: "expired", page: pages.expired };
      return { recorded, result: "expired", status: 302, location: headerSafe(url), cookie: null };
    }
    case "usedUp": {
      const recorded = { kind: "miss", reason: "used up" } as const;
      const url = decision.url ?? settings.expiredUrl;
      if (url === undefined) return { recorded, result: "usedUp", page: pages.usedUp };
      return { recorded, result: "usedUp", status: 302, location: headerSafe(url), cookie: null };
    }
    case "uncounted": {
      // A browser would show a prefetched page instead of the destination, but discards an error page.
      const page = decision.botReason === "prefetch" ? pages.tryAgain : pages.forPeople;
      return { recorded: pageClick, result: "uncounted", page };
    }
    case "blocked":
      return { recorded: { kind: "miss", reason: "blocked" }, result: "blocked", page: pages.blocked };
    case "preview": {
      const page = previewPage(options.preview ?? {}, options.allowIndexing === true);
      return { recorded: pageClick, result: "preview", page };
    }
    case "redirect": {
      const { rule, arm, status, isSticky } = decision;
      const location = headerSafe(destinationOf(decision.url, options, { rest, query: visit.query }));
      const cookie = isSticky && arm !== visit.knownArm ? armCookie(cookiePath, arm) : null;
      // The ids of bots' clicks are not passed, because only people convert.
      const passesId = options.passClickId === true && visit.botReason() === "";
      return { recorded: { kind: "click", rule, arm, passesId }, result: "redirect", status, location, cookie };
    }
  }
}
