import {
  defaultForwardQueryMode,
  defaultRedirectStatus,
  defaultTimeZone,
  isFlag,
  type LinkOptions,
  type OptionName,
  optionNames,
  type OptionsChanged,
} from "@hoplog/schema/links/options/options.js";
import type { Rule, Split } from "@hoplog/schema/links/options/rule.js";
import type { Condition, FieldCondition } from "@hoplog/schema/links/options/condition.js";

/** A changed option, as text for users; null without a value. */
export interface OptionChange {
  /** The password option is called `password`, though it stores the id of its hash. */
  readonly field: Exclude<OptionName, "passwordId" | "capNumber"> | "password";
  readonly from: string | null;
  readonly to: string | null;
}

/** Maximum length of an option's text, since there may be many rules. */
const textMax = 1000;

export function optionChanges({ from, to }: OptionsChanged): OptionChange[] {
  const names = optionNames.filter((name) => name in from || name in to);
  return names.flatMap((name) => {
    if (name === "capNumber") return [];
    if (name === "passwordId") return [passwordChange(from, to)];
    return [{ field: name, from: cut(optionText(name, from)), to: cut(optionText(name, to)) }];
  });
}

/** Describes a change of the password, without its text or hash. */
function passwordChange({ passwordId: before }: LinkOptions, { passwordId: after }: LinkOptions): OptionChange {
  if (before !== undefined && after !== undefined) return { field: "password", from: "set", to: "changed" };
  return { field: "password", from: before === undefined ? null : "set", to: after === undefined ? null : "set" };
}

function cut(text: string | null): string | null {
  return text !== null && text.length > textMax ? `${text.slice(0, textMax - 1).toWellFormed()}…` : text;
}

function optionText(name: Exclude<OptionName, "passwordId" | "capNumber">, options: LinkOptions): string | null {
  if (isFlag(name)) return String(options[name] ?? false);
  switch (name) {
    case "notBefore":
    case "expiresAt":
    case "expiredUrl":
    case "maxClicksUrl":
      return options[name] ?? null;
    case "maxClicks":
      return options.maxClicks === undefined ? null : String(options.maxClicks);
    case "timeZone":
      return options.timeZone ?? defaultTimeZone;
    case "forwardQueryMode":
      return options.forwardQueryMode ?? defaultForwardQueryMode;
    case "redirectStatus":
      return String(options.redirectStatus ?? defaultRedirectStatus);
    case "preview": {
      const { title, description, imageUrl } = options.preview ?? {};
      return [title, description, imageUrl].filter((part) => part !== undefined).join("; ") || null;
    }
    case "rules":
      return options.rules?.map(ruleText).join("; ") ?? null;
    case "split":
      return options.split ? splitText(options.split) : null;
  }
}

function ruleText({ number, name, when, then }: Rule): string {
  const to = "url" in then ? then.url : "split" in then ? splitText(then.split) : "blocked";
  return `${name || `Rule ${number}`}: if ${conditionText(when)}, then ${to}`;
}

function splitText({ arms, sticky }: Split): string {
  const parts = arms.map(({ number, name, url, weight }) => `${name || `Arm ${number}`} (${weight}) ${url}`);
  return `${parts.join(", ")}${sticky ? ", returning visitors get the same one" : ""}`;
}

const words = { in: "is", notIn: "is not", contains: "contains", matches: "is in" } as const;

/** Formats a condition for users. */
export function conditionText(condition: Condition): string {
  if ("all" in condition) return condition.all.map(innerText).join(" and ");
  if ("any" in condition) return condition.any.map(innerText).join(" or ");
  return "not" in condition ? `not ${innerText(condition.not)}` : fieldText(condition);
}

function innerText(condition: Condition): string {
  const text = conditionText(condition);
  return "field" in condition ? text : `(${text})`;
}

function fieldText({ field, op, values, name }: FieldCondition): string {
  const what = name === undefined ? field : `${field} ${name}`;
  if (op === "exists") return `${what} is present`;
  const list = values.join(", ");
  return field === "before" || field === "after" ? `${what} ${list}` : `${what} ${words[op]} ${list}`;
}
