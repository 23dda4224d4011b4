import { limits } from "@hoplog/schema/limits.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { tagColours } from "@hoplog/schema/tags/tags.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { queryText, text, optionalText } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { entity, input, perKey } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { changeTag, createTag, deleteTag, type TagWriting } from "./commands.ts";
import { linksPerTag, listTags, type Tag, tagSettings } from "./queries.ts";
import type { Feature } from "../../kernel/calls/feature.ts";
import { projectTag, TagRow } from "./projection.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";

/** The dependencies of tags. */
type TagServices = TagWriting & Reads & LimitsOf<"creation">;

const colour = enumeration(
  "TagColour",
  "Colour of a tag; clients display it in a light or a dark shade",
  recordOf(tagColours, (name) => `The colour ${name}`),
);

/** A tag in API responses. */
export const tag = entity<Tag, TagServices>()({
  name: "Tag",
  description: "A label for links",
  fields: {
    id: recordId.describe("ID of the tag"),
    name: z.string().describe("Name of the tag, unique in the workspace, ignoring case"),
    colour: colour.describe("Display colour"),
    urlCount: count.describe("Number of links with this tag, including archived links"),
    createdAt: instant.describe("Creation time"),
    etag,
  },
  computed: {
    urlCount: perKey(({ id }) => id, linksPerTag, 0),
    etag: (shown) => etagOfSettings(tagSettings(shown)),
  },
});

const oneTag = one(tag);

const name = "Name of the tag: at most 50 characters, without commas";
const newTag = input("CreateTagInput", "A new tag", {
  name: text.describe(name),
  colour: colour.nullish().describe("Display colour; derived from the name by default"),
});
const tagChanges = input("UpdateTagInput", "Changes to a tag; omitted fields keep their value", {
  name: optionalText.describe(name),
  colour: colour.nullish().describe("Display colour"),
});

const { query, mutation } = operationsOn<TagServices>(
  { name: "Tags", description: "Labels that links can have" },
  "Tag",
);

const tagFaces = facesOf([
  query({
    name: "tags",
    id: "listTags",
    rest: "GET /api/tags",
    summary: "List all tags, sorted by name",
    description: "Returns the whole list without pagination.",
    needs: ["tags:read"],
    takes: { search: queryText.optional().describe("Text that the tag's name contains; ignores case and accents") },
    answer: many(tag),
    weight: { length: limits.listMax },
    failures: [],
    run: (services, actor, { search }) => listTags(services, actor, search),
  }),
  mutation({
    name: "createTag",
    rest: "POST /api/tags",
    creates: true,
    summary: "Create a tag",
    description: "Tags are also created automatically when links get unknown tag names.",
    needs: ["tags:write"],
    takes: { input: newTag },
    example: { name: "Press", colour: "blue" },
    answer: oneTag,
    message: "Tag created",
    failures: [400, 409],
    run: (services, actor, given) => createTag(services, actor, given.input),
  }),
  mutation({
    name: "updateTag",
    rest: "PATCH /api/tags/:id",
    summary: "Change the name or colour of a tag",
    description: "Links keep the tag. Omitted fields keep their value.",
    needs: ["tags:write"],
    takes: { id: recordId, input: tagChanges },
    conditional: true,
    example: { colour: "green" },
    answer: oneTag,
    message: "Tag updated",
    failures: [400, 404, 409],
    run: (services, actor, { id, input: changes }) => changeTag(services, actor, id, changes),
  }),
  mutation({
    name: "deleteTag",
    rest: "DELETE /api/tags/:id",
    summary: "Delete a tag",
    description: "Removes the tag from its links; the links are not deleted. This cannot be undone.",
    needs: ["tags:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Tag deleted",
    failures: [400, 404],
    run: (services, actor, { id }) => deleteTag(services, actor, id),
  }),
]);

/** Tags: names with a colour that label links. The assignment of tags to links belongs to links. */
export const tags: Feature<TagServices> = {
  entities: [TagRow],
  projections: { tag: projectTag },
  readTables: ["tag"],
  ...tagFaces,
};
