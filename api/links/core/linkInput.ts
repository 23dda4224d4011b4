import { linkTextNames, linkTexts } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { z } from "zod";
import { optionalId, optionalText, text, tooLong } from "../../kernel/contract/parse.ts";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { input } from "../../kernel/contract/entity.ts";
import { readAs } from "../../kernel/contract/values.ts";
import { optionInputs } from "./options/inputs.ts";
import { inputNames } from "./options/read.ts";

export const tagNames = z.array(z.string("Must be a string").max(textMax, tooLong), "Must be a list of names");

const yesOrNo = z.boolean("Must be true or false").nullish();

const fields = {
  domain: optionalText.describe(
    "Host name of a custom domain. Null or blank means the default domain. If omitted, new links get the workspace's domain for new links, and existing links keep their domain",
  ),
  groupId: optionalId.describe("ID of the link's group; null for no group"),
  tags: tagNames
    .nullish()
    .describe("Names of all tags of the link, at most 50; unknown tags are created. Null removes all tags"),
  ...recordOf(linkTextNames, (name) => optionalText.describe(linkTexts[name].description.input)),
};

const ofNew = {
  name: text.describe("Name of the link"),
  originalUrl: text.describe("Destination: an http or https URL"),
  shortUrl: optionalText.describe(
    "Short code: 3 to 50 letters, digits, hyphens and underscores; on a custom domain 1 to 190 characters, which may include slashes. If blank or omitted, a code is generated",
  ),
  ...fields,
  findOrCreate: yesOrNo.describe(
    "Whether to return an active link of the workspace that has the same destination and domain, and the same code, external ID, group and options where they are given. If there is none, a link is created. Tags are not compared",
  ),
};

const ofEdit = {
  name: optionalText.describe("Name of the link"),
  originalUrl: optionalText.describe("Destination: an http or https URL"),
  shortUrl: optionalText.describe("Short code; blank keeps the current code"),
  ...fields,
  isArchived: yesOrNo.describe("Whether the link is archived: hidden from lists by default, but still redirecting"),
  isFavourite: yesOrNo.describe("Whether the link is a favourite of the caller"),
};

const anything = z.unknown().optional();
/**
 * Accepts any options, which are parsed later with limits: conditions could be nested so deeply that validation
 * overflows the stack.
 */
const anyOptions = Object.fromEntries(inputNames.map((name) => [name, anything]));

/** The body of a new link. */
export const newLinkInput = readAs(
  input("CreateLinkInput", "A new link", { ...ofNew, ...optionInputs }),
  z.object({ ...ofNew, ...anyOptions }),
);

/** The documented fields of an edit, and the schema that parses them. */
export const editFields = { ...ofEdit, ...optionInputs };
export const editRead = { ...ofEdit, ...anyOptions };

/** The body of an edit. Omitted fields keep their values. */
export const editInput = readAs(
  input("UpdateLinkInput", "Changes to a link; omitted fields keep their value", editFields),
  z.object(editRead),
);
