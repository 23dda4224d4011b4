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

const anything = z.unknown().optional();

/** As it is read: its options later, and with bounds, since conditions could be nested deeper than the stack. */
export const linkInput = z.object({
  ...fields,
  ...Object.fromEntries(inputNames.map((name) => [name, anything])),
});
