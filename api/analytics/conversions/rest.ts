import { conversionLimits, conversionTypes } from "@hoplog/schema/conversions/conversion.js";
import { listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { intervals } from "../account/intervals.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { fromCursor, toCursor } from "../../kernel/calls/cursor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/calls/pages.ts";
import {
  flag,
  idOf,
  listParameter,
  optionalText,
  paging,
  parseInput,
  queryText,
  text,
  within,
} from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { filterQuery, filtersOf } from "../link/filters/restQuery.ts";
import { conversionAnswers as answers, conversionsTag as tag } from "./answers.ts";
import { createConversion, deleteConversion, refundConversion } from "./commands.ts";
import type { Conversion } from "./conversion.ts";
import { conversionChart, conversionDays, conversionFigures, conversionWays } from "./figures.ts";
import { hopScriptRoute } from "./hopScript.ts";
import { countConversions, listConversions } from "./queries.ts";
import { questionOf } from "./question.ts";
import type { ConversionServices } from "./services.ts";
import { conversionTops } from "./values.ts";

const type = z.enum(conversionTypes, `Must be one of ${conversionTypes.join(", ")}`);
const linkId = z.uuid("Not a valid id").optional();

export const newConversionBody = z.object({
  clickId: text.describe("The `hop_id` that the destination got"),
  type,
  name: optionalText.describe("What you call it"),
  eventId: optionalText.describe("Your own id: what is reported again with it is the one that is there"),
  amount: z
    .number("Must be a number")
    .meta(within(0, conversionLimits.amountMax))
    .nullish()
    .describe("Whole number of minor units (cents, say); a sale needs it"),
  currency: optionalText.describe("ISO 4217, in upper case; an amount needs it"),
  at: z.iso
    .datetime({ offset: true, error: "Must be a date and time in ISO 8601" })
    .transform((value) => new Date(value))
    .nullish()
    .describe("When it was; now unless given"),
});
export const refundBody = z.object({
  refunded: z
    .int("Must be a whole number")
    .min(0, "Must be 0 or more")
    .meta(within(0, conversionLimits.amountMax))
    .describe("Minor units of the sale's currency that were paid back by now, 0 to its amount"),
});
export const conversionsQuery = z.object({ ...pageParameters, ...rangeParameters, linkId, type: type.optional() });
const question = { ...rangeParameters, linkId, bots: flag.default(false), filter: filterQuery };
export const conversionFiguresQuery = z.object({
  ...question,
  interval: z.enum(intervals).optional().describe("With a chart by it"),
});
export const conversionTopQuery = z.object({
  ...question,
  field: z.enum(["link", ...listedFieldNames]),
  limit: paging.limit.default(10),
  value: listParameter(queryText, limits.listMax).optional().describe("Of these values alone; may be repeated"),
});

export function conversionRoutes(app: FastifyInstance, services: ConversionServices, requireActor: RequireActor): void {
  hopScriptRoute(app);

  app.post(
    "/api/conversions",
    documented({
      id: "createConversion",
      tag,
      summary: "Report a lead or a sale of a click",
      description: `The click may have been a second ago; after ${conversionLimits.clickDays} days it is too old. With an \`eventId\` that was used before it is answered with 200 and the first one.`,
      body: newConversionBody,
      example: {
        clickId: "AQGLz-VoAHBwnBwfBwAAAAcBkAAAAABwAIAAAAAAAACqZVPxAA",
        type: "sale",
        eventId: "order-1042",
        amount: 4900,
        currency: "EUR",
      },
      answer: { status: 201, orStatus: 200, is: answers.ConversionAnswer },
      failures: [400, 403],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const input = parseInput(newConversionBody, request.body);
      const { conversion, created } = await createConversion(services, actor, input);
      const message = created ? "Conversion recorded." : "This conversion was recorded before.";
      return reply.code(created ? 201 : 200).send({ success: true, message, data: bodyOf(conversion), created });
    },
  );

  app.get(
    "/api/conversions",
    documented({
      id: "listConversions",
      tag,
      summary: "List conversions, the last reported first",
      description: "Of a range by when they were, of a link, or of a type. Days are those of `tz`.",
      query: conversionsQuery,
      answer: { status: 200, is: answers.ConversionsAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { page, limit, after, ...query } = parseInput(conversionsQuery, request.query);
      const asked = { page, limit, after };
      const matching = { linkId: query.linkId ?? null, type: query.type ?? null, range: rangeOf(query) };
      const [rows, total] = await Promise.all([
        listConversions(services, actor, matching, { limit: limit + 1, start: startOf(asked, fromCursor) }),
        after === undefined ? countConversions(services, actor, matching) : null,
      ]);
      const pagination = pageOf(asked, rows, total, ({ createdAt, id }) => toCursor(createdAt, id));
      return { success: true, data: shownOf(rows, limit).map(bodyOf), pagination };
    },
  );

  app.patch(
    "/api/conversions/:id",
    documented({
      id: "refundConversion",
      tag,
      summary: "Say how much of a sale was paid back",
      description:
        "In all by now, so that a call may be repeated: 0 is none of it. It stays a sale, and figures count the rest as its revenue. What was never a sale is taken back by `DELETE`.",
      body: refundBody,
      example: { refunded: 1900 },
      answer: { status: 200, is: answers.RefundAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Conversion");
      const { refunded } = parseInput(refundBody, request.body);
      const conversion = await refundConversion(services, actor, id, refunded);
      return { success: true, message: "Refund recorded.", data: bodyOf(conversion) };
    },
  );

  app.delete(
    "/api/conversions/:id",
    documented({
      id: "deleteConversion",
      tag,
      summary: "Take a conversion back",
      description:
        "A mistake, or a sale that was undone: no figure counts it any more, and its `eventId` is free again.",
      answer: done,
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteConversion(services, actor, idOf(request.params, "Conversion"));
      return { success: true, message: "Conversion taken back." };
    },
  );

  app.get(
    "/api/conversions/figures",
    documented({
      id: "getConversionFigures",
      tag,
      summary: "Leads, sales and revenue of a range of clicks",
      description:
        "Of the workspace or of one link, in figures, by day, by an interval that is asked for, and of one link by rule and arm. Counted by the time of the click, and narrowed as clicks are.",
      query: conversionFiguresQuery,
      answer: { status: 200, is: answers.ConversionFiguresAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(conversionFiguresQuery, request.query);
      const asked = await questionOf(services, actor, askedOf(query));
      const [figures, chart, byDay, byRoute] = await Promise.all([
        conversionFigures(services.clickhouse, asked),
        query.interval === undefined ? null : conversionChart(services.clickhouse, asked, query.interval),
        conversionDays(services.clickhouse, asked),
        query.linkId === undefined ? [] : conversionWays(services.clickhouse, asked),
      ]);
      return { success: true, data: { ...figures, chart, byDay, byRoute } };
    },
  );

  app.get(
    "/api/conversions/top",
    documented({
      id: "getConversionTop",
      tag,
      summary: "The values of a field, or the links, with the most conversions",
      description: "With the clicks of people beside them. Links by their ids; of a list of languages each one counts.",
      query: conversionTopQuery,
      answer: { status: 200, is: answers.ConversionTopAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(conversionTopQuery, request.query);
      const asked = await questionOf(services, actor, askedOf(query));
      const { field, limit, value } = query;
      return {
        success: true,
        data: await conversionTops(services.clickhouse, asked, field, limit, value ?? []),
      };
    },
  );
}

function askedOf(query: z.output<typeof conversionFiguresQuery | typeof conversionTopQuery>) {
  const { tz, bots } = query;
  return { linkId: query.linkId ?? null, range: rangeOf(query), tz, bots, filters: filtersOf(query) };
}

function bodyOf({ id, at, clickedAt, createdAt, ...conversion }: Conversion) {
  return {
    _id: id,
    ...conversion,
    at: at.toISOString(),
    clickedAt: clickedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
