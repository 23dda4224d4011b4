import { utmCount } from "@hoplog/schema/links/utmUrl.js";
import { isGroup, itemsOf, modeOf } from "./conditions.ts";
import { fieldRows, opText, valueText } from "./conditionFields.ts";
import type { SectionName } from "./errorPaths.ts";
import type { ConditionDraft, LinkFormValues, RuleDraft, SplitDraft } from "./values.ts";
import { wholeNumber } from "./wholeNumber.ts";

/** Returns the summary of a collapsed section; empty if all its options are defaults. */
export function sectionSummary(section: SectionName, values: LinkFormValues): string {
  switch (section) {
    case "note":
      return [values.note.trim() && "Note", values.externalId.trim()].filter(Boolean).join(", ");
    case "utm":
      return counted(utmCount(values.originalUrl), "parameter");
    case "schedule":
      return scheduleSummary(values);
    case "redirect": {
      const { redirectStatus, forwardQuery, appendPath, hideDestination, passClickId } = values;
      const parts = [
        redirectStatus === "302" ? "" : redirectStatus,
        forwardQuery ? "Query" : "",
        appendPath ? "Path" : "",
        hideDestination ? "Hidden" : "",
        passClickId ? "Click's id" : "",
      ];
      return parts.filter(Boolean).join(", ");
    }
    case "preview":
      return Object.values(values.preview).some((text) => text.trim() !== "") ? "Own" : "";
    case "password":
      return passwordSummary(values);
    case "rules":
      return counted(values.rules.length, "rule");
    case "split":
      return counted(values.split?.arms.length ?? 0, "arm");
  }
}

function scheduleSummary({ notBefore, expiresAt, maxClicks }: LinkFormValues): string {
  const people = maxClicks.trim();
  const parts = [notBefore && "Begins", expiresAt && "Expires", people && `Used up after ${people}`];
  return parts.filter(Boolean).join(", ");
}

function passwordSummary({ hasPassword, password, removesPassword }: LinkFormValues): string {
  if (removesPassword) return "Removed";
  if (password !== "") return hasPassword ? "Changed" : "New";
  return hasPassword ? "Set" : "";
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Returns a rule in one line. */
export function ruleSummary({ when, then }: RuleDraft): string {
  const to = then.kind === "url" ? hostOf(then.url) || "…" : then.kind === "split" ? "a split" : "blocked";
  return `${conditionText(when)} → ${to}`;
}

/** Returns the host and path of a URL, for display. */
export function hostOf(url: string): string {
  return url
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/$/, "");
}

const joints = { all: " and ", any: " or ", not: "" } as const;

function conditionText(condition: ConditionDraft): string {
  if (isGroup(condition)) {
    const mode = modeOf(condition);
    const text = itemsOf(condition)
      .map((item) => (isGroup(item) && mode !== "not" ? `(${conditionText(item)})` : conditionText(item)))
      .join(joints[mode]);
    return mode === "not" ? `not (${text})` : text;
  }
  const { field, op, values, name } = condition;
  const { label, kind } = fieldRows[field];
  const what = field === "query" ? `${label} ${name}`.trim() : label;
  if (op === "exists") return `${what} ${opText(op)}`;
  const list = values.map((value) => valueText(field, value)).join(", ") || "…";
  if (kind === "time") return `${what} ${list.replace("T", " ")}`;
  return op === "in"
    ? `${what} is ${list}`
    : op === "notIn"
      ? `${what} is not ${list}`
      : `${what} ${opText(op)} ${list}`;
}

/** Returns each arm's share of the visits in percent; null if its weight is not a number, or if all weights are 0. */
export function sharesOf({ arms }: SplitDraft): readonly (number | null)[] {
  const weights = arms.map(({ weight }) => wholeNumber(weight));
  const sum = weights.reduce((total: number, weight) => total + (weight ?? 0), 0);
  return weights.map((weight) => (weight === null || sum === 0 ? null : (weight / sum) * 100));
}
