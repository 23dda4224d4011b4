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
  delete: yesOrNo.describe("Whether the links are deleted with their clicks, which cannot be undone"),
  addTags: tagNames.nullish().describe("Names of tags to add; unknown tags are created"),
  removeTags: tagNames.nullish().describe("Names of tags to remove"),
};

const ids = z
  .array(z.uuid("Not a valid id"), "Must be a list of ids")
  .max(limits.linkJobMax, `At most ${limits.linkJobMax} links at once`);
const filterText = "Instead of ids: all links that match when the job starts";
const utmText = "Campaign parameters to set in the destination of each link; blank removes one, others stay";

/** The GraphQL input that starts a job. */
export const graphqlJob = input("StartLinkJobInput", "Which links a job changes, and how", {
  linkIds: ids.nullish().describe("Ids of links; only REST takes as many as 10,000"),
  filter: linkFilter.nullish().describe(filterText),
  change: input("LinkJobChangeInput", "What a job changes in each link; omitted fields keep their values", {
    ...editFields,
    ...changed,
    utm: z
      .array(
        input("UtmParameterInput", "A campaign parameter and its value", {
          field: utmField.describe("The parameter; each at most once"),
          value: z.string().describe(`At most ${limits.utmValueMax} characters; blank removes the parameter`),
        }),
      )
      .nullish()
      .describe(utmText),
  }).describe("Change of each link"),
});

const restChange = {
  ...changed,
  utm: z.partialRecord(z.enum(utmFields), optionalText).nullish().describe(`${utmText}. So does null`),
};
const which = {
  urlIds: ids.optional().describe("Ids of links"),
  // A job may delete all matching links: an unknown condition must be rejected, not ignored.
  filter: linkFilter.strict().optional().describe(filterText),
};
const { name: _name, shortUrl: _code, externalId: _id, ...offered } = editFields;

/** The REST body that starts a job. */
export const restJob = readAs(
  z.object({ ...which, change: z.object({ ...offered, ...restChange }) }),
  z.object({ ...which, change: z.object({ ...editRead, ...restChange }) }),
);
