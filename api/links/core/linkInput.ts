import { z } from "zod";
import { optionalId, optionalText, text, tooLong } from "../../kernel/calls/parse.ts";
import { textMax } from "../../kernel/calls/textMax.ts";
import { describedOptionInputs } from "./options/described.ts";
import { inputNames } from "./options/read.ts";

export const tagNames = z.array(z.string("Must be a text").max(textMax, tooLong), "Must be a list of names");

const fields = {
  name: optionalText,
  originalUrl: optionalText,
  shortUrl: optionalText,
  domain: optionalText.describe(
    "A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link",
  ),
  groupId: optionalId,
  tags: tagNames
    .nullish()
    .describe("Names; those that aren't there yet are made. They take the place of all that the link has; null: none"),
  note: optionalText.describe("Of several lines, for whoever keeps the link. Null or blank: none"),
  externalId: optionalText.describe(
    "What a program of one's own calls the link; one link of a workspace has it. Null or blank: none",
  ),
};

const switches = {
  isArchived: z.boolean("Must be true or false").nullish().describe("Left out of lists; it goes on redirecting"),
  isFavourite: z.boolean("Must be true or false").nullish().describe("Of the person who calls"),
};

/** A link as a REST call sends it, as it is described. */
export const describedLink = z.object({ ...fields, ...describedOptionInputs });

/** As an edit sends it. */
export const describedEdit = describedLink.extend(switches);

const findOrCreate = z
  .boolean("Must be true or false")
  .nullish()
  .describe(
    "Answer with the workspace's link that leads there already, if there is one: with this destination and domain, and with the code, the external id, the group and the options as far as they are given. It is made where there is none",
  );

/** As {@link describedLink}, of a new one. */
export const describedNewLink = describedLink
  .extend({ name: text, originalUrl: text, findOrCreate })
  .meta({ title: "CreateUrlBody" });

const anything = z.unknown().optional();

/** As it is read: its options later, and with bounds, since conditions could be nested deeper than the stack. */
export const linkInput = z.object({
  ...fields,
  ...Object.fromEntries(inputNames.map((name) => [name, anything])),
});

/** As an edit is read. */
export const editInput = linkInput.extend(switches);

export const newLinkInput = linkInput.extend({ name: text, originalUrl: text, findOrCreate });
