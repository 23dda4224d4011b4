import { z } from "zod";
import { optionalId, optionalText } from "../calls/parse.ts";
import { describedOptionInputs } from "./options/described.ts";
import { inputNames } from "./options/read.ts";

const fields = {
  name: optionalText,
  originalUrl: optionalText,
  shortUrl: optionalText,
  domain: optionalText.describe(
    "A host. Null or blank: the default domain. Absent: the workspace's default one; that of the link",
  ),
  groupId: optionalId,
};

/** A link as a REST call sends it, as it is described. */
export const describedLink = z.object({ ...fields, ...describedOptionInputs });

const findOrCreate = z
  .boolean("Must be true or false")
  .nullish()
  .describe(
    "Answer with the workspace's link that leads there already, if there is one: with this destination and domain, and with the code, the group and the options as far as they are given. It is made where there is none",
  );

/** As {@link describedLink}, of a new one. */
export const describedNewLink = describedLink.extend({ findOrCreate });

const anything = z.unknown().optional();

/** As it is read: its options later, and with bounds, since conditions could be nested deeper than the stack. */
export const linkInput = z.object({
  ...fields,
  ...Object.fromEntries(inputNames.map((name) => [name, anything])),
});

export const newLinkInput = linkInput.extend({ findOrCreate });
