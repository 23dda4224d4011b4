import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { answer, failureReason, message } from "../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { parseInput } from "../../kernel/contract/parse.ts";
import { deprecated } from "../../kernel/contract/deprecation.ts";
import { type Answered, graphqlData, readData } from "../../kernel/contract/answers.ts";
import { part } from "../../kernel/contract/entity.ts";
import { operationsOn } from "../../kernel/contract/operations.ts";
import { describedAs, readAs } from "../../kernel/contract/values.ts";
import { createLink, createLinks, orRefusal } from "./create.ts";
import { link, linksTag, linkValue } from "./entities.ts";
import type { Created, CreatedLink } from "./findOrCreate.ts";
import type { LinkInput } from "./linkChanges.ts";
import { newLinkInput } from "./linkInput.ts";
import type { LinkServices } from "./services.ts";

/** A link, and whether the caller set findOrCreate. */
type Made = CreatedLink & { readonly usedFindOrCreate: boolean };

const created = z
  .boolean()
  .optional()
  .describe("Whether the link was created by this call; absent unless findOrCreate is true");

const madeLink: Answered<LinkServices, Made> = {
  name: "CreatedLinkAnswer",
  schema: answer({
    message,
    url: deprecated(link.answer, { since: "2026-11-30", instead: readData }),
    data: link.answer,
    created,
  }),
  graphql: { returns: () => link.type, options: { nullable: false } },
  resolvers: [],
  toGraphql: (made) => made.link,
  async toBody(services, member, made) {
    const [url] = await link.toRest(services, member, [made.link]);
    return { url, data: url, ...(made.usedFindOrCreate && { created: made.created }) };
  },
};

const foundOrCreated = part("FoundOrCreatedLink", "A link that was found or created", {
  link: linkValue.describe("The link"),
  created: z.boolean().describe("Whether the link was created by this call"),
});

const refusal = part(
  "Refusal",
  "Reason why one item of a batch was rejected",
  {
    type: z
      .string()
      .describe("Error type, as in the extensions of GraphQL errors, such as VALIDATION_ERROR or CONFLICT_ERROR"),
    message: z.string().describe("Error message for users"),
    field: z.string().nullable().describe("Field that caused a conflict; null for other errors"),
    fields: z
      .array(
        part("FieldError", "An invalid field and the problem with it", {
          field: z.string().describe("Name of the field"),
          message: z.string().describe("Error message for users"),
        }),
      )
      .describe("Invalid fields; empty for errors other than VALIDATION_ERROR"),
  },
  { fields: { length: 4 } },
);

const createdLink = part("CreatedLink", "The result for one of several new links: created, found or rejected", {
  link: linkValue.nullable().describe("The link; null if it was rejected"),
  created: z.boolean().describe("Whether the link was created by this call; false if it was found or rejected"),
  error: refusal.nullable().describe("Reason why the link was rejected; null if it was not rejected"),
});

interface Batch {
  readonly inputs: readonly (LinkInput | HoplogError)[];
  readonly results: readonly Created[];
}

const batchAnswer: Answered<LinkServices, Batch> = {
  name: "MadeLinksAnswer",
  schema: answer({
    message,
    data: z
      .array(
        z.object({
          url: link.answer.optional(),
          created,
          error: failureReason.optional().describe("Reason why the link was rejected"),
        }),
      )
      .describe("One result for each link of the request, in the same order, with either `url` or `error`"),
  }),
  resolvers: [],
  async toBody(services, member, { inputs, results }) {
    const rows = results.flatMap((result) => (result instanceof HoplogError ? [] : [result.link]));
    const shown = (await link.toRest(services, member, rows)).values();
    const data = results.map((result, i) => {
      if (result instanceof HoplogError) {
        const { type, message: why, details } = result;
        return { error: { type, message: why, details } };
      }
      return { url: shown.next().value, ...(usedFindOrCreate(inputs[i]) && { created: result.created }) };
    });
    return { data };
  },
};

function usedFindOrCreate(input: LinkInput | HoplogError | undefined): boolean {
  return input !== undefined && !(input instanceof HoplogError) && input.findOrCreate === true;
}

/** Maximum size of a batch: enough for a thousand links with long URLs and names. */
export const batchBytesMax = 4 * 1024 * 1024;

const described = describedAs(newLinkInput) ?? newLinkInput;
/** Validated loosely, so that an invalid link is refused individually and not with its whole batch. */
const batchInput = readAs(
  z.object({
    urls: z
      .array(described.meta({ title: "CreateUrlBody" }))
      .min(1)
      .max(limits.batchMax),
  }),
  z.object({ urls: z.array(z.unknown(), "Must be a list of links") }),
);

const { mutation, restOnly, graphqlMutation } = operationsOn<LinkServices>(linksTag, "Link");

/** The operations that create links. */
export const creatingLinks = [
  mutation({
    name: "createLink",
    id: "createUrl",
    rest: "POST /api/urls",
    summary: "Create a short link",
    description:
      "With `findOrCreate`, an existing link that matches is returned with status 200 instead of 201, and `created` is false.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if the call creates a tag", "links:read": "if `findOrCreate` is true" },
    takes: { input: newLinkInput },
    creates: true,
    wasThere: ({ created: isNew }) => !isNew,
    example: { name: "Docs", originalUrl: "https://example.com/docs", shortUrl: "", groupId: null },
    answer: madeLink,
    etagOf: ({ link: { revision } }) => etagOf(revision),
    message: ({ created: isNew }) => (isNew ? "URL created successfully!" : "This URL already has a short link"),
    failures: [400, 404, 409],
    run: async (services, actor, { input }) => ({
      ...(await createLink(services, actor, input)),
      usedFindOrCreate: usedFindOrCreate(input),
    }),
  }),
  graphqlMutation({
    name: "findOrCreateLink",
    summary: "Find or create a link",
    description: "Works like createLink with findOrCreate, and also reports whether the link was created.",
    needs: ["links:create", "links:read"],
    mayNeed: { "tags:write": "if the call creates a tag" },
    takes: { input: newLinkInput },
    answer: graphqlData(foundOrCreated),
    run: (services, actor, { input }) => createLink(services, actor, { ...input, findOrCreate: true }),
  }),
  graphqlMutation({
    name: "bulkCreateLinks",
    summary: `Create up to ${limits.listMax} links at once`,
    description:
      "Each link is created, found or rejected independently of the others. The results are in the order of the inputs.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if the call creates a tag", "links:read": "if `findOrCreate` is true" },
    takes: { inputs: z.array(newLinkInput) },
    answer: graphqlData(z.array(createdLink)),
    weight: { length: limits.listMax },
    async run(services, actor, { inputs }) {
      const results = await createLinks(services, actor, inputs, limits.listMax);
      return results.map((result) => {
        if (!(result instanceof HoplogError)) return { ...result, error: null };
        const { type, message: why, details } = result;
        const error = { type, message: why, field: details.field ?? null, fields: details.fields ?? [] };
        return { link: null, created: false, error };
      });
    },
  }),
  restOnly({
    id: "createUrls",
    rest: "POST /api/urls/batch",
    summary: `Create up to ${limits.batchMax} short links at once`,
    description:
      "Each link is created, found or rejected independently of the others, as by `POST /api/urls`. Each link that is not found counts against the rate limits.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if the call creates a tag", "links:read": "if `findOrCreate` is true" },
    takes: { input: batchInput },
    createsSeveral: true,
    bodyMax: batchBytesMax,
    example: { urls: [{ name: "Docs", originalUrl: "https://example.com/docs" }] },
    answer: batchAnswer,
    message({ results }) {
      const made = results.filter((result) => !(result instanceof HoplogError)).length;
      return made === results.length ? "URLs created" : `${made} of ${results.length} URLs created`;
    },
    failures: [400, 403],
    async run(services, actor, { input: { urls } }) {
      const inputs = urls.map((url) => orRefusal(() => parseInput(newLinkInput, url)));
      return { inputs, results: await createLinks(services, actor, inputs) };
    },
  }),
];
