import {
  defaultRedirectStatus,
  defaultTimeZone,
  type LinkOptions,
  type OptionName,
  optionNames,
  type OptionsChanged,
} from "@hoplog/schema/links/options/options.js";
import type { Rule, Split } from "@hoplog/schema/links/options/rule.js";
import { conditionText } from "./conditionText.ts";

/** An option that was changed, in texts for people; null where it says nothing. */
export interface OptionChange {
  readonly field: OptionName;
  readonly from: string | null;
  readonly to: string | null;
}

/** Rules may be many. */
const textMax = 1000;

export function optionChanges({ from, to }: OptionsChanged): OptionChange[] {
  const names = optionNames.filter((name) => name in from || name in to);
  return names.map((name) => ({ field: name, from: cut(optionText(name, from)), to: cut(optionText(name, to)) }));
}

function cut(text: string | null): string | null {
  return text !== null && text.length > textMax ? `${text.slice(0, textMax - 1).toWellFormed()}…` : text;
}

function optionText(name: OptionName, options: LinkOptions): string | null {
  switch (name) {
    case "notBefore":
    case "expiresAt":
    case "expiredUrl":
      return options[name] ?? null;
    case "passwordId":
      // There is nothing that could be shown of it.
      return options.passwordId === undefined ? null : "set";
    case "timeZone":
      return options.timeZone ?? defaultTimeZone;
    case "forwardQuery":
    case "appendPath":
    case "hideDestination":
    case "allowIndexing":
      return String(options[name] ?? false);
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
  return `${parts.join(", ")}${sticky ? ", the same one again for a visitor who comes again" : ""}`;
}
