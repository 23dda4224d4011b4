import { defaultRedirectStatus, defaultTimeZone, type RedirectStatus } from "@hoplog/schema/links/options/options.js";
import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";
import type { Arm, Split, Then } from "@hoplog/schema/links/options/rule.js";
import { createBoundedCache } from "../cache/boundedCache.ts";
import { compileCondition, type Predicate } from "./condition.ts";
import { createLocalTime, type LocalTime } from "./localTime.ts";
import { type Phase, phasesOf } from "./phase.ts";
import type { Visit } from "./visit.ts";

/** A plan's decision about a visit. */
export type Decision =
  /** The link has a destination that is listed as malicious. */
  | { readonly kind: "listed" }
  | { readonly kind: "notYet" }
  | { readonly kind: "expired"; readonly url: string | null }
  /** The link's click limit is reached. */
  | { readonly kind: "usedUp"; readonly url: string | null }
  | { readonly kind: "preview" }
  /** The visitor must enter the password first. */
  | { readonly kind: "password" }
  | { readonly kind: "blocked"; readonly rule: number }
  /** The visitor is a bot, and a link with a cap doesn't redirect bots. */
  | { readonly kind: "uncounted"; readonly botReason: string }
  | {
      readonly kind: "redirect";
      readonly url: string;
      readonly status: RedirectStatus;
      /** Numbers of the rule and of the arm that decided the destination; 0 for none. */
      readonly rule: number;
      readonly arm: number;
      /** Whether the visitor should get the same arm again. */
      readonly isSticky: boolean;
    };

/** A maximum number of visits for one counter. */
export interface Cap {
  readonly number: number;
  readonly max: number;
}

export interface CompiledPlan {
  /** All options except the rules and the split, which are compiled. */
  readonly options: Omit<LinkPlan, "rules" | "split">;
  /** The cap against which a redirect is counted; null if the link has none. */
  readonly cap: Cap | null;
  /** Whether a rule or the split may choose another destination than the link's URL. */
  readonly divides: boolean;
  /** Returns the phase of the link at a time in milliseconds since the epoch. */
  phaseAt(at: number): Phase;
  /** Decides about a visit. `random` returns numbers from 0 (included) to 1 (excluded). */
  decide(url: string, visit: Visit, random: () => number): Decision;
}

interface CompiledRule {
  readonly number: number;
  readonly then: Then;
  readonly matches: Predicate;
}

/** Compiles a plan. Throws if a value is not valid for its field. */
export function compilePlan(options: LinkPlan): CompiledPlan {
  const phaseAt = phasesOf(options);
  const status = options.redirectStatus ?? defaultRedirectStatus;
  const rules = compileRules(options);
  const { preview, passwordHash, isListed } = options;
  const cap = capOf(options);

  const { rules: _, split, ...others } = options;

  return {
    options: others,
    cap,
    divides: rules.length > 0 || split !== undefined,
    phaseAt,
    decide(url, visit, random) {
      if (isListed) return { kind: "listed" };
      const phase = phaseAt(visit.at);
      if (phase === "notYet") return { kind: "notYet" };
      if (phase === "expired") return { kind: "expired", url: others.expiredUrl ?? null };
      if (cap && visit.isUsedUp === true) return { kind: "usedUp", url: others.maxClicksUrl ?? null };
      if (preview && isPreviewCrawler(visit)) return { kind: "preview" };
      if (passwordHash !== undefined && !visit.hasGivenPassword(passwordHash)) return { kind: "password" };
      const matched = rules.find(({ matches }) => matches(visit));
      const then: Then = matched?.then ?? (split ? { split } : { url });
      const rule = matched?.number ?? 0;
      if ("blocked" in then) return { kind: "blocked", rule };
      const botReason = cap ? visit.botReason() : "";
      if (botReason !== "") return { kind: "uncounted", botReason };
      if ("url" in then) return { kind: "redirect", url: then.url, status, rule, arm: 0, isSticky: false };
      const arm = chooseArm(then.split, visit.knownArm, random);
      return { kind: "redirect", url: arm.url, status, rule, arm: arm.number, isSticky: then.split.sticky };
    },
  };
}

/**
 * Formatters by time zone, shared by all plans, because a formatter takes more memory than a plan. There are about 600
 * zones.
 */
const zones = createBoundedCache<string, (at: number) => LocalTime>(200);

/** Compiles each rule's condition; the order is unchanged. */
function compileRules({ rules = [], timeZone = defaultTimeZone }: LinkPlan): readonly CompiledRule[] {
  // A zone's formatter is created when a rule first needs the time, which most rules never do.
  const localTime = (at: number): LocalTime => zones.get(timeZone, createLocalTime)(at);
  return rules.map(({ number, when, then }) => ({ number, then, matches: compileCondition(when, localTime) }));
}

function capOf({ maxClicks, capNumber }: LinkPlan): Cap | null {
  return maxClicks === undefined || capNumber === undefined ? null : { number: capNumber, max: maxClicks };
}

function isPreviewCrawler({ botReason }: Visit): boolean {
  // If a browser itself creates the preview, the bot reason contains no name.
  return botReason().startsWith("link preview: ");
}

/**
 * Chooses an arm at random by weight; visitors of a sticky split keep their arm as long as its weight isn't 0. Throws a
 * RangeError if there is no arm.
 */
export function chooseArm({ arms, sticky }: Split, knownArm: number, random: () => number): Arm {
  const known =
    sticky && knownArm > 0 ? arms.find(({ number, weight }) => number === knownArm && weight > 0) : undefined;
  if (known) return known;
  const total = arms.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  const chosen =
    arms.find(({ weight }) => (left -= weight) < 0) ?? arms.findLast(({ weight }) => weight > 0) ?? arms[0];
  if (!chosen) throw new RangeError("a split needs at least one arm");
  return chosen;
}
