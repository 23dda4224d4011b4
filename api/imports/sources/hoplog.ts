import type { LinkInput } from "../../links/input.ts";
import { inputNames } from "../../links/options/read.ts";
import { tagColours, tagKey, type TagColour } from "@hoplog/schema/tags/tags.js";
import { isFilled, isRecord } from "./fields.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** What answers show of options beside those that can be set. */
const shownOnly = new Set(["hasPassword", "visitsLeft"]);

/** Lines of `links.jsonl`, which our own exports hold. */
export const hoplog: Reader = {
  source: "hoplog",
  columns: {
    destination: ["originalUrl"],
    code: ["shortUrl"],
    domain: ["domain"],
    title: ["name"],
    tags: ["tags"],
    note: ["note"],
    id: ["id"],
    externalId: ["externalId"],
    group: ["group"],
    createdAt: ["createdAt"],
    state: ["isActive"],
    archived: ["isArchived"],
    favourite: ["isFavourite"],
    clicks: ["clicks"],
    options: ["options", "tagColours"],
  },
  read(fields) {
    const given = fields.raw("options");
    const options = isRecord(given) ? given : {};
    // A password in the clear would be kept with the row.
    const names = inputNames.filter((name) => name !== "password" && options[name] !== undefined);
    const known = new Set<string>([...inputNames, ...shownOnly]);
    const unknown = Object.keys(options).filter((name) => !known.has(name) && isFilled(options[name]));
    const input: LinkInput = Object.fromEntries(names.map((name) => [name, options[name]]));
    return usualLink(fields, {
      input,
      tagColours: coloursOf(fields.raw("tagColours")),
      hasPassword: options["hasPassword"] === true || options["password"] !== undefined,
      losses: unknown.flatMap((name) => lost("options", `Option ${name.slice(0, 200)} is not known`, true)),
    });
  },
};

function coloursOf(given: unknown): ReadonlyMap<string, TagColour> {
  return new Map(
    Object.entries(isRecord(given) ? given : {}).flatMap(([name, value]): [string, TagColour][] => {
      const colour = tagColours.find((known) => known === value);
      return colour ? [[tagKey(name), colour]] : [];
    }),
  );
}
