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
  if (!query.includes("utm_")) return none;
  const parameters = new URLSearchParams(query);
  const value = (name: string): string => cut(plainText(parameters.get(`utm_${name}`) ?? "").trim());
  return {
    source: value("source"),
    medium: value("medium"),
    campaign: value("campaign"),
    term: value("term"),
    content: value("content"),
  };
}

function cut(text: string): string {
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join("");
}
