import { linkTextNames, linkTexts } from "@hoplog/schema/links/texts.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { z } from "zod";
import { optionalId, optionalText, text, tooLong } from "../../kernel/contract/parse.ts";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { input } from "../../kernel/contract/entity.ts";
import { readAs } from "../../kernel/contract/values.ts";
import { optionInputs } from "./options/inputs.ts";
import { inputNames } from "./options/read.ts";

export const tagNames = z.array(z.string("Must be a text").max(textMax, tooLong), "Must be a list of names");

const yesOrNo = z.boolean("Must be true or false").nullish();

const fields = {
  domain: optionalText.describe(
    "Name of an own domain. Null or blank: the default domain. If omitted, new links get the default domain for new links, and others keep theirs",
  ),
  groupId: optionalId.describe("Group of the link; null removes it from its group"),
  tags: tagNames
    .nullish()
    .describe("Names of all tags of the link; unknown tags are created. At most 50; null removes all"),
  ...recordOf(linkTextNames, (name) => optionalText.describe(linkTexts[name].description.input)),
};

const ofNew = {
  name: text.describe("Name for the owner"),
  originalUrl: text.describe("Destination: an http or https URL"),
  shortUrl: optionalText.describe(
    "Short code: 3 to 50 letters, digits, hyphens and underscores; in an own domain 1 to 190 with slashes. If blank or omitted, one is generated",
  ),
  ...fields,
  findOrCreate: yesOrNo.describe(
    "Whether an existing link of the workspace is returned if it has this destination and domain, and the code, external id, group and options as far as they are given. If there is none, one is created",
  ),
};

const ofEdit = {
  name: optionalText.describe("Name for the owner"),
  originalUrl: optionalText.describe("Destination: an http or https URL"),
  shortUrl: optionalText.describe("Short code; blank keeps the current one"),
  ...fields,
  isArchived: yesOrNo.describe("Whether lists leave it out; archived links still redirect"),
  isFavourite: yesOrNo.describe("Whether it is a favourite of the caller"),
};

const anything = z.unknown().optional();
/** Options are parsed later, with limits: conditions could be nested deeper than the stack. */
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
  input("UpdateLinkInput", "Changes of a link; omitted fields keep their values", editFields),
  z.object(editRead),
);
