import { isFilled, isRecord, shownValue } from "./fields.ts";
import { lost, type Loss } from "./sourceLink.ts";

/** A rule as callers send it. */
export interface RuleInput {
  readonly name: string;
  readonly when: object;
  readonly then: object;
}

/** Returns a rule for each operating system with its own URL. */
export function osRules(urls: Readonly<Record<string, string>>): RuleInput[] {
  return Object.entries(urls).flatMap(([os, url]) =>
    url === "" ? [] : [{ name: os, when: { field: "os", op: "in", values: [os] }, then: { url } }],
  );
}

/** Returns a rule for each country with its own URL, from an object of URLs by country. */
export function regionRules(urls: unknown): RuleInput[] {
  if (!isRecord(urls)) return [];
  return Object.entries(urls).flatMap(([country, url]) =>
    typeof url !== "string" || url === ""
      ? []
      : [{ name: country, when: { field: "country", op: "in", values: [country.toUpperCase()] }, then: { url } }],
  );
}

/** Returns losses for values that {@link regionRules} cannot read. */
export function regionLosses(urls: unknown): Loss[] {
  if (!isFilled(urls)) return [];
  if (!isRecord(urls)) return lost("rules", `The rules ${shownValue(urls)} can't be read`, true);
  return Object.entries(urls).flatMap(([country, url]) =>
    lost(
      "rules",
      `The rule for ${shownValue(country)} has no valid URL: ${shownValue(url)}`,
      isFilled(url) && typeof url !== "string",
    ),
  );
}

/** Builds a split of two arms; the second one gets `percentage` percent of visits. */
export function splitOf(first: string, second: string, percentage: number) {
  const weight = Math.min(100, Math.max(0, percentage));
  return {
    arms: [
      { name: "A", url: first, weight: 100 - weight },
      { name: "B", url: second, weight },
    ],
    sticky: true,
  };
}
