import { conversionLimits } from "@hoplog/schema/conversions/conversion.js";
import { limits } from "@hoplog/schema/limits.js";
import { Float } from "type-graphql";
import { z } from "zod";
import { range } from "../../clicks/counts/rangeTaken.ts";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { fromCursor, requirePageSize, toCursor } from "../../kernel/calls/cursor.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/contract/pages.ts";
import { optionalText, text, within } from "../../kernel/contract/parse.ts";
import { confirmation, graphqlData, one, page } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { moment } from "../../kernel/contract/values.ts";
import { createConversion, deleteConversion, refundConversion, type ConversionServices } from "./commands.ts";
import { conversion, conversionConnection, conversionsTag, conversionType, createdConversion } from "./entities.ts";
import { figureOperations } from "./figureOperations.ts";
import { countConversions, listConversions } from "./queries.ts";

/** A reported lead or sale. */
const newConversion = input("ConversionInput", "A lead or a sale that followed a click", {
  clickId: text.describe("The click's `hop_id`, which the destination received as a URL parameter"),
  type: conversionType.describe("Type of the conversion: lead or sale"),
  name: optionalText.describe("Name of the conversion, at most 200 characters"),
  eventId: optionalText.describe(
    "Your ID of the event, at most 200 characters; reporting it again returns the first conversion",
  ),
  amount: z
    .number("Must be a number")
    .meta(within(0, conversionLimits.amountMax))
    .register(graphqlTypes, { type: Float })
    .nullish()
    .describe("Amount as a whole number of minor units, such as cents; required for a sale"),
  currency: optionalText.describe("ISO 4217 currency code; required with an amount"),
  at: moment.nullish().describe("Time of the conversion; now by default"),
});

const refunded = z
  .int("Must be a whole number")
  .min(0, "Must be 0 or more")
  .meta(within(0, conversionLimits.amountMax))
  .describe("Total refunded so far, in minor units of the sale's currency; at most the sale's amount")
  .register(graphqlTypes, { type: Float });

const linkId = z.uuid("Must be a UUID").optional().describe("Only conversions of clicks on this link");
const type = conversionType.optional().describe("Only conversions of this type");

const { mutation, graphqlQuery, restOnly } = operationsOn<ConversionServices>(conversionsTag, "Conversion");
const listed = {
  summary: "List conversions",
  description: "Returns the most recently reported conversions first. `range` filters by the time of the conversion.",
};

/** The operations on conversions. */
export const conversionFaces = facesOf([
  mutation({
    name: "createConversion",
    rest: "POST /api/conversions",
    summary: "Report a lead or a sale",
    description: `A conversion can be reported from immediately after its click, even before figures count the click, until ${conversionLimits.clickDays} days after the click. Reporting the same \`eventId\` again returns the first conversion, or fails with CONFLICT_ERROR if the click, type, amount or currency differs.`,
    needs: ["conversions:write"],
    takes: { input: newConversion },
    creates: true,
    wasThere: ({ created }) => !created,
    example: {
      clickId: "AQGLz-VoAHBwnBwfBwAAAAcBkAAAAABwAIAAAAAAAACqZVPxAA",
      type: "sale",
      eventId: "order-1042",
      amount: 4900,
      currency: "EUR",
    },
    answer: createdConversion,
    message: ({ created }) => (created ? "Conversion recorded." : "This conversion was already recorded."),
    failures: [400, 403],
    run: (services, actor, given) => createConversion(services, actor, given.input),
  }),
  restOnly({
    ...listed,
    id: "listConversions",
    rest: "GET /api/conversions",
    needs: ["conversions:read"],
    takes: { ...pageParameters, range, linkId, type },
    answer: page(conversion),
    failures: [403],
    async run(services, actor, { page: number, limit, after, ...given }) {
      const asked = { page: number, limit, after };
      const matching = { linkId: given.linkId ?? null, type: given.type ?? null, range: given.range };
      const [rows, total] = await Promise.all([
        listConversions(services, actor, matching, { limit: limit + 1, start: startOf(asked, fromCursor) }),
        after === undefined ? countConversions(services, actor, matching) : null,
      ]);
      const pagination = pageOf(asked, rows, total, ({ createdAt, id }) => toCursor(createdAt, id));
      return { rows: shownOf(rows, limit), pagination };
    },
  }),
  graphqlQuery({
    ...listed,
    name: "conversions",
    needs: ["conversions:read"],
    takes: {
      first: z.int().default(limits.listDefault),
      after: z.string().optional().describe("The `endCursor` of the previous page"),
      linkId,
      type,
      range,
    },
    answer: graphqlData(conversionConnection),
    async run(services, actor, { first, after, ...given }) {
      const size = requirePageSize(first);
      const matching = { linkId: given.linkId ?? null, type: given.type ?? null, range: given.range };
      const start = after ? { after: fromCursor(after) } : { offset: 0 };
      const rows = await listConversions(services, actor, matching, { limit: size + 1, start });
      const nodes = rows.slice(0, size);
      const last = nodes.at(-1);
      const endCursor = last ? toCursor(last.createdAt, last.id) : null;
      return { nodes, pageInfo: { endCursor, hasNextPage: rows.length > size } };
    },
  }),
  mutation({
    name: "refundConversion",
    rest: "PATCH /api/conversions/:id",
    summary: "Set the refunded amount of a sale",
    description:
      "`refunded` is the total amount refunded so far, so calls can be repeated; 0 means no refund. The conversion remains a sale, and its revenue is the amount minus the refund. Delete conversions that were reported by mistake.",
    needs: ["conversions:write"],
    takes: { id: recordId, refunded },
    example: { refunded: 1900 },
    answer: one(conversion, { name: "RefundAnswer" }),
    message: "Refund recorded.",
    failures: [400, 403, 404],
    run: (services, actor, given) => refundConversion(services, actor, given.id, given.refunded),
  }),
  mutation({
    name: "deleteConversion",
    rest: "DELETE /api/conversions/:id",
    summary: "Delete a conversion",
    description:
      "Figures no longer count the conversion, and its `eventId` can be used again. Delete conversions that were reported by mistake, and cancelled sales.",
    needs: ["conversions:write"],
    takes: { id: recordId },
    answer: confirmation,
    message: "Conversion deleted.",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => deleteConversion(services, actor, id),
  }),
  ...figureOperations,
]);
