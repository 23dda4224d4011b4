import { utmFields } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { optionalText } from "../../kernel/contract/parse.ts";
import { input } from "../../kernel/contract/entity.ts";
import { readAs } from "../../kernel/contract/values.ts";
import { utmField } from "../campaigns/operations.ts";
import { linkFilter } from "../core/filterInput.ts";
import { editFields, editRead, tagNames } from "../core/linkInput.ts";

const yesOrNo = z.boolean("Must be true or false").nullish();

const changed = {
  isActive: yesOrNo.describe("Whether the links are active"),
  delete: yesOrNo.describe("Whether to delete the links and their clicks, which cannot be undone"),
  addTags: tagNames.nullish().describe("Names of tags to add; unknown tags are created"),
  removeTags: tagNames.nullish().describe("Names of tags to remove"),
};

const ids = z
  .array(z.uuid("Must be a UUID"), "Must be a list of IDs")
  .max(limits.linkJobMax, `A job can change at most ${limits.linkJobMax} links`);
const filterText = "Filter, as an alternative to IDs; selects all links that match when the job is created";
const utmText =
  "Campaign parameters to set in the destination of each link; a blank value removes a parameter, and omitted parameters keep their value";

/** The GraphQL input that starts a job. */
export const graphqlJob = input(
  "StartLinkJobInput",
  "The links that a job changes, and the change. Provide either linkIds or filter",
  {
    linkIds: ids.nullish().describe("IDs of links; for requests with up to 10,000 IDs, use REST"),
    filter: linkFilter.nullish().describe(filterText),
    change: input("LinkJobChangeInput", "The change of each link; omitted fields keep their value", {
      ...editFields,
      ...changed,
      utm: z
        .array(
          input("UtmParameterInput", "A campaign parameter and its new value", {
            field: utmField.describe("The campaign parameter; may occur only once in the list"),
            value: z
              .string()
              .describe(`Value of at most ${limits.utmValueMax} characters; blank removes the parameter`),
          }),
        )
        .nullish()
        .describe(utmText),
    }).describe("The change of each link"),
  },
);

const restChange = {
  ...changed,
  utm: z
    .partialRecord(z.enum(utmFields), optionalText)
    .nullish()
    .describe(`${utmText}. A null value also removes a parameter`),
};
const which = {
  urlIds: ids.optional().describe("IDs of links"),
  // A job may delete all matching links: an unknown condition must be rejected, not ignored.
  filter: linkFilter.strict().optional().describe(filterText),
};
const { name: _name, shortUrl: _code, externalId: _id, ...offered } = editFields;

/** The REST body that starts a job. */
export const restJob = readAs(
  z.object({ ...which, change: z.object({ ...offered, ...restChange }) }),
  z.object({ ...which, change: z.object({ ...editRead, ...restChange }) }),
);
