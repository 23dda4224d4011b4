import { utmFields } from "@hoplog/schema/links/utm.js";
import { utmOf } from "@hoplog/schema/links/utmUrl.js";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { linkNoteProblem } from "@hoplog/schema/validation/links.js";
import type { LinkJobChangeInput } from "../../core/graphql/generated/graphql.ts";
import { placeOf } from "./options/errorPaths.ts";
import { chosenOptions } from "./options/input.ts";
import { optionProblems, type Problems } from "./options/problems.ts";
import type { LinkFormValues } from "./options/values.ts";

type Chosen = ReadonlySet<string>;

/** Validates only the selected fields. */
export function severalProblems(values: LinkFormValues, chosen: Chosen): Problems {
  const url = parseOriginalUrl(values.originalUrl);
  const note = linkNoteProblem(values.note);
  const problems = {
    ...(!url.ok && { originalUrl: url.message }),
    ...(note !== null && { note }),
    ...optionProblems(values),
  };
  return Object.fromEntries(Object.entries(problems).filter(([path]) => chosen.has(rootOf(path))));
}

/** Builds a job's change from only the selected fields. Blank fields clear the value. */
export function severalInput(
  values: LinkFormValues,
  isFavourite: boolean,
  utmUrl: string,
  chosen: Chosen,
): LinkJobChangeInput {
  const note = values.note.trim();
  const utm = utmFields
    .filter((name) => chosen.has(`utm.${name}`))
    .map((name) => ({ field: name, value: utmOf(utmUrl, name) }));
  return {
    ...(chosen.has("originalUrl") && { originalUrl: values.originalUrl.trim() }),
    ...(chosen.has("domain") && { domain: values.domain || null }),
    ...(chosen.has("isFavourite") && { isFavourite }),
    ...(chosen.has("note") && { note: note === "" ? null : note }),
    ...(utm.length > 0 && { utm }),
    ...chosenOptions(values, (name) => chosen.has(name)),
    // The time zone is also sent for links without a schedule, so that times in rules use it.
    ...(chosen.has("timeZone") && { timeZone: values.timeZone }),
    ...(chosen.has("password") && { password: null }),
  };
}

/** Returns the form path at which a field's error from the server is shown; undefined if there is none. */
export function placeOfSeveral(field: string): string | undefined {
  const path = field.replace(/^change\./, "");
  return ["originalUrl", "domain"].find((known) => known === path) ?? placeOf(path);
}

function rootOf(path: string): string {
  return path.split(".")[0] ?? "";
}
