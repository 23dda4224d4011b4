import { counted } from "@hoplog/schema/counted.js";
import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";
import { defaultTimeZone } from "@hoplog/schema/links/options/options.js";
import { armsOf } from "@hoplog/schema/links/options/rule.js";
import { compilePlan, type Decision } from "./compile.ts";
import { createLocalTime } from "./localTime.ts";
import type { Visit } from "./visit.ts";
import { explainMismatch } from "./explainMismatch.ts";

/** A plan's decision about a test visit. */
export interface Trial {
  readonly decision: Decision;
  /** Explanation in words: each rule that did not match, then the rule or option that decided. */
  readonly why: readonly string[];
}

/**
 * Returns the decision about a test visit with its explanation. Throws if a value in a rule is not valid for its field.
 */
export function tryPlan(options: LinkPlan, url: string, visit: Visit, random: () => number): Trial {
  const decision = compilePlan(options).decide(url, visit, random);
  return { decision, why: [...passedRules(options, visit, decision), ...decidedBy(options, decision)] };
}

function passedRules({ rules = [], timeZone = defaultTimeZone }: LinkPlan, visit: Visit, decision: Decision): string[] {
  if (decision.kind !== "redirect" && decision.kind !== "blocked") return [];
  const matched = rules.findIndex(({ number }) => number === decision.rule);
  const passed = matched < 0 ? rules : rules.slice(0, matched);
  const localTime = createLocalTime(timeZone);
  return passed.map(
    ({ name, when }, i) => `Rule ${named(i + 1, name)} does not match: ${explainMismatch(when, visit, localTime)}`,
  );
}

function decidedBy(options: LinkPlan, decision: Decision): string[] {
  const { rules = [], split, notBefore, expiresAt } = options;
  switch (decision.kind) {
    case "listed":
      return ["A URL of the link is listed as harmful, so visitors get a warning"];
    case "notYet":
      return [`The link redirects from ${notBefore ?? ""} on`];
    case "expired":
      return [`The link expired at ${expiresAt ?? ""}`];
    case "usedUp":
      return [
        `The click limit is reached: ${counted(options.maxClicks ?? 0, "visit has", "visits have")} been redirected`,
      ];
    case "preview":
      return ["Link preview crawlers get the preview metadata of the link"];
    case "password":
      return ["The visitor must enter the password"];
    case "uncounted":
      return ["A link with a click limit does not redirect bots"];
    case "blocked":
    case "redirect": {
      const place = rules.findIndex(({ number }) => number === decision.rule);
      const rule = place < 0 ? [] : [`Rule ${named(place + 1, rules[place]?.name ?? "")} matches`];
      if (decision.kind === "blocked" || decision.arm === 0) {
        return rule.length > 0 ? rule : ["No rule matches, so the original URL applies"];
      }
      const arm = armsOf(rules, split).find(({ number }) => number === decision.arm);
      return [...rule, `The split selects the arm ${arm?.name || decision.arm}`];
    }
  }
}

/** Names a rule by its number from 1, as users see it, and its name. */
function named(place: number, name: string): string {
  return name === "" ? String(place) : `${place} (${name})`;
}
