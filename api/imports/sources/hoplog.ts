import type { LinkInput } from "../../links/input.ts";
import { inputNames } from "../../links/options/read.ts";
import { tagColours, tagKey, type TagColour } from "@hoplog/schema/tags/tags.js";
import { isRecord } from "./fields.ts";
import { dateLosses, type Reader, sourceLink } from "./sourceLink.ts";

/** Lines of `links.jsonl`, which our own exports hold. */
export const hoplog: Reader = {
  source: "hoplog",
  needs: ["originalUrl"],
  read(fields) {
    const options = fields.raw("options");
    const createdAt = fields.instant("createdAt");
    // A password in the clear would be kept with the row.
    const names = inputNames.filter((name) => name !== "password");
    const given: LinkInput = isRecord(options)
      ? Object.fromEntries(names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]))
      : {};
    return sourceLink({
      id: fields.text("id"),
      input: {
        ...given,
        name: fields.text("name"),
        originalUrl: fields.text("originalUrl"),
        shortUrl: fields.text("shortUrl"),
        domain: fields.text("domain"),
        tags: fields.list("tags"),
        note: fields.text("note"),
        externalId: fields.text("externalId"),
      },
      createdAt,
      group: fields.text("group"),
      isActive: fields.flag("isActive") ?? true,
      isArchived: fields.flag("isArchived") ?? false,
      isFavourite: fields.flag("isFavourite") ?? false,
      tagColours: coloursOf(fields.raw("tagColours")),
      hasPassword: isRecord(options) && (options["hasPassword"] === true || options["password"] !== undefined),
      visits: fields.number("clicks") ?? 0,
      losses: dateLosses(createdAt),
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
