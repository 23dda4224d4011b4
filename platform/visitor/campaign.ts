import { plainText } from "@hoplog/schema/validation/plainText.js";

/** The campaign a short link was shared in, as its query says. Empty where it doesn't. */
export interface Campaign {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly term: string;
  readonly content: string;
}

const none: Campaign = { source: "", medium: "", campaign: "", term: "", content: "" };

/** Longer values are cut: they come from anyone. In code points. */
const maxLength = 100;

/** `query` is without its question mark. A parameter that is there twice counts as it is the first time. */
export function campaignOf(query: string): Campaign {
  if (!/utm_/i.test(query)) return none;
  const parameters = [...new URLSearchParams(query)].map(([name, text]) => ({ name: parameterName(name), text }));
  const value = (part: string): string => {
    const text = parameters.find(({ name }) => name === `utm_${part}`)?.text ?? "";
    return cut(plainText(text.normalize("NFC")).trim());
  };
  return {
    source: value("source"),
    medium: value("medium"),
    campaign: value("campaign"),
    term: value("term"),
    content: value("content"),
  };
}

/**
 * Returns the name that a parameter is compared by: that of a campaign parameter in lower case, also where a page has
 * escaped its ampersand twice (`&amp;utm_medium=`).
 */
export function parameterName(name: string): string {
  return /^(?:amp;)?utm_/i.test(name) ? name.replace(/^amp;/i, "").toLowerCase() : name;
}

function cut(text: string): string {
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join("");
}
