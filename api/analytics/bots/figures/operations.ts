import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { asked as ofClicks } from "../../../clicks/questions/question.ts";
import { authorizeOwn, type Member } from "../../../kernel/access/authorize.ts";
import { chartPoint } from "../../../kernel/contract/answerPieces.ts";
import { requirePageSize } from "../../../kernel/calls/cursor.ts";
import { flag, queryText, wholeNumber } from "../../../kernel/contract/parse.ts";
import { data } from "../../../kernel/contract/answers.ts";
import { input } from "../../../kernel/contract/entity.ts";
import { fieldsOf } from "../../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../../kernel/contract/operations.ts";
import { spread } from "../../../kernel/contract/values.ts";
import { linkField } from "../../../links/core/entities.ts";
import { interval } from "../../account/entities.ts";
import { botsTag } from "../rules/operations.ts";
import { botField, botFigures, botPoint, botSamplesAnswer, botTop, botTopAnswer, classifiedClick } from "./entities.ts";
import { chartOf, figuresOf } from "./figures.ts";
import { checkedOnly, type VerdictQuestion } from "./question.ts";
import { samplesMax, samplesOf } from "./samples.ts";
import { topOf } from "./tops.ts";
import type { Clock } from "../../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../../links/core/linksById.ts";
import type { Feature } from "../../../kernel/calls/feature.ts";

/** External dependencies of bot figures. */
export interface BotServices extends ClickHouse, LinksById, Clock {}

const exactly = {
  reason: "Exact classification reason, such as `crawler: Googlebot`",
  agent: "Exact user agent",
  network: "Autonomous system number (ASN); 0 for unknown networks",
};
const only = spread({
  parameters: z.object({
    reason: queryText.optional().describe(exactly.reason),
    agent: queryText.optional().describe(exactly.agent),
    network: queryText.optional().describe(exactly.network),
  }),
  ofParameters: (query) => checkedOnly(query),
  argument: input("BotFilter", "Selects clicks by exact values; a click must match all of them", {
    reason: z.string().nullish().describe(exactly.reason),
    agent: z.string().nullish().describe(exactly.agent),
    network: z.string().nullish().describe(exactly.network),
  }).nullish(),
  ofArgument: (values) => checkedOnly(values ?? {}, "only."),
});

const { bots: _bots, filters, ...within } = ofClicks;
const asked = {
  ...within,
  people: flag
    .default(false)
    .describe("Whether to return clicks classified as people instead of clicks classified as bots"),
  filters,
  only,
};

function questionOf(
  services: BotServices,
  actor: Member,
  given: Omit<VerdictQuestion, "ownerId" | "now">,
): VerdictQuestion {
  return { ...given, ownerId: authorizeOwn(actor, "bots:read"), now: services.now() };
}

const { field, object } = fieldsOf<VerdictQuestion, BotServices>();
const classifiedClicks = object(
  "ClassifiedClicks",
  "Clicks classified as bots, or as people if requested; only selected fields are computed",
  [
    field({
      name: "figures",
      description: "Numbers of clicks by kind of classification reason",
      answer: botFigures,
      weight: { cost: 20 },
      run: (question, { clickhouse }) => figuresOf(clickhouse, question),
    }),
    field({
      name: "chart",
      description: "Clicks per interval, including intervals without clicks",
      takes: { interval: interval.default("day") },
      answer: z.array(botPoint),
      weight: { cost: 10, length: 100 },
      run: (question, { clickhouse }, given) => chartOf(clickhouse, question, given.interval),
    }),
    field({
      name: "top",
      description: "The most frequent values of a property",
      takes: { field: botField.default("reason"), first: z.int().default(10) },
      answer: botTop,
      weight: { cost: 20 },
      async run(question, { clickhouse }, given) {
        const size = requirePageSize(given.first, limits.longTopList);
        return { field: given.field, ...(await topOf(clickhouse, question, given.field, size)) };
      },
    }),
    field({
      name: "samples",
      description: "The latest clicks, newest first",
      takes: { first: z.int().default(20) },
      answer: z.array(classifiedClick),
      weight: { cost: 20 },
      run: (question, { clickhouse }, { first }) => samplesOf(clickhouse, question, requirePageSize(first, samplesMax)),
    }),
  ],
);

const { graphqlQuery, restOnly } = operationsOn<BotServices>(botsTag);

/** The operations on classified clicks, by default those of bots. */
export const botFaces = facesOf([
  graphqlQuery({
    name: "classifiedClicks",
    summary: "Get classified clicks and their classification reasons",
    description:
      "Returns clicks that were classified as bots, or as people if `people` is true. A click must match all `filters` and all values in `only`.",
    needs: ["bots:read"],
    takes: asked,
    answer: classifiedClicks,
    run: async (services, actor, given) => questionOf(services, actor, given),
  }),
  restOnly({
    id: "getBots",
    rest: "GET /api/bots",
    summary: "Get figures and a chart of bot clicks",
    description:
      "Counts clicks by kind of classification reason. A click must match all filters, and `reason`, `agent` and `network` if they are given. Days start at midnight in the time zone `tz`.",
    needs: ["bots:read"],
    takes: { ...asked, interval: interval.default("day") },
    answer: data("BotsAnswer", z.object({ figures: botFigures, chart: z.array(chartPoint) })),
    failures: [403],
    async run(services, actor, given) {
      const question = questionOf(services, actor, given);
      const [figures, chart] = await Promise.all([
        figuresOf(services.clickhouse, question),
        chartOf(services.clickhouse, question, given.interval),
      ]);
      return { figures, chart };
    },
  }),
  restOnly({
    id: "getBotTop",
    rest: "GET /api/bots/top",
    summary: "List the most frequent values of bot clicks",
    description:
      "Returns the reasons, user agents, networks or referrers with the most bot clicks, each with its classification reasons.",
    needs: ["bots:read"],
    takes: { ...asked, field: botField, limit: wholeNumber(1, limits.longTopList).default(10) },
    answer: data("BotTopAnswer", botTopAnswer),
    failures: [403],
    run: (services, actor, given) =>
      topOf(services.clickhouse, questionOf(services, actor, given), given.field, given.limit),
  }),
  restOnly({
    id: "listBotSamples",
    rest: "GET /api/bots/samples",
    summary: "List the latest bot clicks",
    description: "Returns the latest clicks, newest first, each with the stored data that was used to classify it.",
    needs: ["bots:read"],
    takes: { ...asked, limit: wholeNumber(1, samplesMax).default(20) },
    answer: data("BotSamplesAnswer", botSamplesAnswer),
    failures: [403],
    run: (services, actor, given) => samplesOf(services.clickhouse, questionOf(services, actor, given), given.limit),
  }),
  { resolvers: [fieldsOf<{ readonly linkId: string }, BotServices>().addedTo(classifiedClick, [linkField])] },
]);

/** Classified clicks, by default of bots, by reason, user agent, network and referrer, with samples. */
export const bots: Feature<BotServices> = botFaces;
