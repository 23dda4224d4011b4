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
import type { Created, MadeLink } from "./findOrCreate.ts";
import type { LinkInput } from "./linkChanges.ts";
import { newLinkInput } from "./linkInput.ts";
import type { LinkServices } from "./services.ts";

/** A link, and whether the caller set findOrCreate. */
type Made = MadeLink & { readonly wasSought: boolean };

const created = z.boolean().optional().describe("Whether it was just created; absent unless findOrCreate is true");

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
    return { url, data: url, ...(made.wasSought && { created: made.created }) };
  },
};

const foundOrCreated = part("FoundOrCreatedLink", "A link that was found or created", {
  link: linkValue.describe("The link"),
  created: z.boolean().describe("Whether it was just created"),
});

const refusal = part(
  "Refusal",
  "Why one of several things was not done",
  {
    type: z.string().describe("Type as in the extensions of errors, such as VALIDATION_ERROR or CONFLICT_ERROR"),
    message: z.string().describe("Reason that can be shown to people"),
    field: z.string().nullable().describe("Field that caused a conflict"),
    fields: z
      .array(
        part("FieldError", "An invalid field", {
          field: z.string().describe("Name of the field"),
          message: z.string().describe("What is wrong with it; can be shown to people"),
        }),
      )
      .describe("All invalid fields"),
  },
  { fields: { length: 4 } },
);

const createdLink = part("CreatedLink", "The result for one of several new links: created, found or refused", {
  link: linkValue.nullable().describe("The link; null if it was refused"),
  created: z.boolean().describe("Whether it was just created: neither found nor refused"),
  error: refusal.nullable().describe("Why it was refused; null if it was not"),
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
          error: failureReason.optional().describe("Why the link was refused"),
        }),
      )
      .describe("A result for each link of the request in its order, with `url` or `error`"),
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
      return { url: shown.next().value, ...(wasSought(inputs[i]) && { created: result.created }) };
    });
    return { data };
  },
};

function wasSought(input: LinkInput | HoplogError | undefined): boolean {
  return input !== undefined && !(input instanceof HoplogError) && input.findOrCreate === true;
}

/** Enough for a thousand links with long URLs and names. */
export const batchBytesMax = 4 * 1024 * 1024;

const described = describedAs(newLinkInput) ?? newLinkInput;
/** Validated loosely, so that an invalid link is refused without its batch. */
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
    description: "With `findOrCreate`, an existing link is returned with 200 instead of 201, and `created` is false.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if it makes a tag", "links:read": "if `findOrCreate` is true" },
    takes: { input: newLinkInput },
    creates: true,
    wasThere: ({ created: isNew }) => !isNew,
    example: { name: "Docs", originalUrl: "https://example.com/docs", shortUrl: "", groupId: null },
    answer: madeLink,
    etagOf: ({ link: { revision } }) => etagOf(revision),
    message: ({ created: isNew }) => (isNew ? "URL created successfully!" : "This URL has a short link already"),
    failures: [400, 404, 409],
    run: async (services, actor, { input }) => ({
      ...(await createLink(services, actor, input)),
      wasSought: wasSought(input),
    }),
  }),
  graphqlMutation({
    name: "findOrCreateLink",
    summary: "Find a link, or create it if there is none",
    description: "Like createLink with findOrCreate, but tells whether the link was created.",
    needs: ["links:create", "links:read"],
    mayNeed: { "tags:write": "if it makes a tag" },
    takes: { input: newLinkInput },
    answer: graphqlData(foundOrCreated),
    run: (services, actor, { input }) => createLink(services, actor, { ...input, findOrCreate: true }),
  }),
  graphqlMutation({
    name: "bulkCreateLinks",
    summary: `Create up to ${limits.listMax} links at once`,
    description: "Each link is created, found or refused by itself. The results are in the order of the inputs.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if it makes a tag", "links:read": "if `findOrCreate` is true" },
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
      "Each link is created, found or refused by itself, as by `POST /api/urls`. Each link that is not found counts against the limits.",
    needs: ["links:create"],
    mayNeed: { "tags:write": "if it makes a tag", "links:read": "if `findOrCreate` is true" },
    takes: { input: batchInput },
    createsSeveral: true,
    bodyMax: batchBytesMax,
    example: { urls: [{ name: "Docs", originalUrl: "https://example.com/docs" }] },
    answer: batchAnswer,
    message({ results }) {
      const made = results.filter((result) => !(result instanceof HoplogError)).length;
      return made === results.length ? "URLs created successfully!" : `${made} of ${results.length} URLs created`;
    },
    failures: [400, 403],
    async run(services, actor, { input: { urls } }) {
      const inputs = urls.map((url) => orRefusal(() => parseInput(newLinkInput, url)));
      return { inputs, results: await createLinks(services, actor, inputs) };
    },
  }),
];
