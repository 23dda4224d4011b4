import { tagColours, tagKey, type TagColour } from "@hoplog/schema/tags/tags.js";
import { isRecord } from "./fields.ts";
import { ownOptionsIn } from "./ownOptions.ts";
import type { Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Lines of `links.jsonl` in our own exports. */
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
    const tagColours = coloursOf(fields.raw("tagColours"));
    return usualLink(fields, { ...ownOptionsIn(fields), tagColours });
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
