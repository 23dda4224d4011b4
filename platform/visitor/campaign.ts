import { plainText } from "@hoplog/schema/validation/plainText.js";

/** The campaign in which a short link was shared, from its query. Unknown parts are empty. */
export interface Campaign {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly term: string;
  readonly content: string;
}

const none: Campaign = { source: "", medium: "", campaign: "", term: "", content: "" };

/** Maximum code points of a value; longer values are truncated, because visitors can choose them. */
const maxLength = 100;

/** Parses a query without its question mark. If a parameter occurs twice, the first one is used. */
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
 * Normalises a parameter's name for comparison: campaign parameters become lower case, even if a page has escaped their
 * ampersand twice (`&amp;utm_medium=`).
 */
export function parameterName(name: string): string {
  return /^(?:amp;)?utm_/i.test(name) ? name.replace(/^amp;/i, "").toLowerCase() : name;
}

function cut(text: string): string {
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join("");
}
