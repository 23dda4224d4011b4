import type { Decision } from "@hoplog/platform/plans/compile.js";
import { destinationOf } from "@hoplog/platform/plans/destination.js";
import { tryPlan } from "@hoplog/platform/plans/tryPlan.js";
import { planOfOptions } from "@hoplog/schema/links/options/plan.js";
import type { LinkRow } from "../../links/core/linkRow.ts";
import type { Member } from "../../kernel/access/authorize.ts";
import { domainsByNumber, isUnreachable } from "../../links/core/domainOfLink.ts";
import { stateOf } from "../../links/core/options/state.ts";
import { visitsLeft } from "../../links/core/visitsLeft.ts";
import { getLink } from "../../links/core/queries.ts";
import { withRules } from "./proposedRules.ts";
import type { TrialServices } from "./services.ts";
import { type SimulatedVisitor, visitOf } from "./visitOf.ts";

export type Outcome =
  | "redirect"
  | "preview"
  | "blocked"
  | "notYet"
  | "expired"
  | "usedUp"
  | "uncounted"
  | "inactive"
  | "banned"
  | "unreachable"
  | "listed"
  | "password";

/** The result for a visitor of a link. */
export interface TriedLink {
  readonly outcome: Outcome;
  /** URL to which the visitor is redirected; null if the visitor gets a page. */
  readonly url: string | null;
  /** Numbers of the deciding rule and arm; null for none. */
  readonly rule: number | null;
  readonly arm: number | null;
  /** Explains each evaluated rule, and the final decision. */
  readonly explanation: readonly string[];
}

/**
 * Decides for a made-up visitor as redirectors do, by the link's rules or proposed ones. Counts nothing. Throws
 * NOT_FOUND_ERROR, AUTHORIZATION_ERROR, VALIDATION_ERROR for rules.
 */
export async function tryLink(
  services: TrialServices,
  member: Member,
  id: string,
  { rules, ...visitor }: SimulatedVisitor & { readonly rules?: unknown },
): Promise<TriedLink> {
  const link = await getLink(services, member, id);
  const options = withRules(link, rules, services.ownHosts);
  const [domains, [left = null]] = await Promise.all([
    domainsByNumber(services, link.ownerId, [link.domain]),
    visitsLeft(services, [link]),
  ]);
  const closed = closedBy(link, services.now(), isUnreachable(domains.get(link.domain)));
  if (closed) return { outcome: closed.outcome, url: null, rule: null, arm: null, explanation: [closed.why] };
  const findPlace = visitor.address && !visitor.country ? services.places() : null;
  const visit = visitOf(visitor, { findPlace, now: services.now(), isUsedUp: left === 0 });
  const { decision, why } = tryPlan(planOfOptions(options), link.originalUrl, visit, services.randomShare);
  const destination = destinationIn(decision);
  const query = decision.kind === "redirect" ? visit.query : "";
  return {
    outcome: decision.kind,
    url: destination === null ? null : destinationOf(destination, options, { rest: "", query }),
    rule: "rule" in decision ? decision.rule || null : null,
    arm: "arm" in decision ? decision.arm || null : null,
    explanation: [...(options.passwordId !== undefined && comesAfterPassword(decision) ? [askedFirst] : []), ...why],
  };
}

const askedFirst = "The visitor must enter the link's password first";

function comesAfterPassword({ kind }: Decision): boolean {
  return kind === "redirect" || kind === "blocked";
}

/**
 * Returns the outcome and the reason if the link is closed; otherwise null. Bans, the domain, `isActive` and listings
 * take precedence over all options.
 */
function closedBy(
  link: LinkRow,
  now: Date,
  isUnserved: boolean,
): { readonly outcome: Outcome; readonly why: string } | null {
  const state = stateOf(link, now, { isUnreachable: isUnserved, visitsLeft: null });
  if (state === "unreachable") return { outcome: "unreachable", why: "The link's domain is not served" };
  if (state === "banned") return { outcome: "banned", why: "An operator has banned the link" };
  if (state === "inactive") return { outcome: "inactive", why: "The link is deactivated" };
  if (state !== "listed") return null;
  return { outcome: "listed", why: "The link may lead to a URL listed as harmful: visitors get a warning" };
}

function destinationIn(decision: Decision): string | null {
  return "url" in decision ? decision.url : null;
}
