import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { asked as ofClicks } from "../../clicks/questions/question.ts";
import { authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { requirePageSize } from "../../kernel/calls/cursor.ts";
import type { Tag } from "../../kernel/calls/operation.ts";
import { flag, paging, queryText, wholeNumber } from "../../kernel/contract/parse.ts";
import { data, graphqlData } from "../../kernel/contract/answers.ts";
import { input } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { spread } from "../../kernel/contract/values.ts";
import { nearestLinks } from "../../links/availability/nearest.ts";
import { linkValue } from "../../links/core/entities.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { interval } from "../account/entities.ts";
import {
  liveMisses,
  missedCode,
  missedCodesAnswer,
  missedCodesPart,
  missField,
  missFigures,
  missPoint,
  missReason,
  missTop,
  missTopAnswer,
} from "./entities.ts";
import { chartOf, figuresOf } from "./figures.ts";
import { checkedFilter, type MissFilter, type MissQuestion } from "./question.ts";
import { scopeOf } from "./scope.ts";
import type { MissCallServices } from "./watches.ts";
import { codesMax, type MissedCode, missedCodes, topOf } from "./tops.ts";

const exactly = {
  reason: "Reason why the visits reached no destination",
  code: "Requested code",
  referrer: "Host of the referring page; empty for none",
  host: "Requested host",
  country: "ISO 3166-1 alpha-2 country code; empty for unknown",
};

/** The REST parameters that select misses. */
export const chosenVisits = {
  bots: flag.default(false).describe("Whether to include visits by bots"),
  reason: missReason.optional().describe(exactly.reason),
  code: queryText.optional().describe(exactly.code),
  referrer: queryText.optional().describe(exactly.referrer),
  host: queryText.optional().describe(exactly.host),
  country: queryText.optional().describe(exactly.country),
};
const { bots, ...values } = chosenVisits;

const filter = spread({
  parameters: z.object(values),
  ofParameters: (query): MissFilter => checkedFilter(query),
  argument: input("MissFilter", "Selects visits by exact values; a visit must match all of them", {
    reason: missReason.nullish().describe(exactly.reason),
    code: z.string().nullish().describe(exactly.code),
    referrer: z.string().nullish().describe(exactly.referrer),
    host: z.string().nullish().describe(exactly.host),
    country: z.string().nullish().describe(exactly.country),
  }).nullish(),
  ofArgument: (given) => checkedFilter(given ?? {}, "filter."),
});

const asked = { range: ofClicks.range, tz: ofClicks.tz, bots, filter };

async function questionOf(
  services: MissCallServices,
  actor: Member,
  given: Omit<MissQuestion, "scope" | "now">,
): Promise<MissQuestion> {
  const ownerId = authorizeOwn(actor, "stats:read");
  return { ...given, now: services.now(), scope: await scopeOf(services, ownerId) };
}

const { field, object } = fieldsOf<MissQuestion, MissCallServices>();
const missesObject = object("Misses", "Visits that reached no destination; only selected fields are computed", [
  field({
    name: "figures",
    description: "Numbers of visits, by reason",
    answer: missFigures,
    weight: { cost: 20 },
    run: (question, { clickhouse }) => figuresOf(clickhouse, question),
  }),
  field({
    name: "chart",
    description: "Visits per interval, including intervals without visits",
    takes: { interval: interval.default("day") },
    answer: z.array(missPoint),
    weight: { cost: 10, length: 100 },
    run: (question, { clickhouse }, given) => chartOf(clickhouse, question, given.interval),
  }),
  field({
    name: "codes",
    description: "The requested codes with the most visits",
    takes: { first: z.int().default(10) },
    answer: missedCodesPart,
    weight: { cost: 20 },
    async run(question, services, { first }) {
      const { rows, distinct } = await missedCodes(services, question, requirePageSize(first, codesMax));
      const { ownerId } = question.scope;
      return { rows: rows.map((row) => ({ ...row, ownerId })), distinct };
    },
  }),
  field({
    name: "top",
    description: "The most frequent values of a property",
    takes: { field: missField.default("referrer"), first: z.int().default(10) },
    answer: missTop,
    weight: { cost: 20 },
    async run(question, { clickhouse }, given) {
      const size = requirePageSize(given.first, limits.longTopList);
      return { field: given.field, ...(await topOf(clickhouse, question, given.field, size)) };
    },
  }),
]);

const rowFields = fieldsOf<MissedCode & { readonly ownerId: string }, MissCallServices>();
const linksOfCode = rowFields.addedTo(missedCode, [
  rowFields.field({
    name: "link",
    description: "The requested link, or the link that has the code now; null for none",
    answer: linkValue.nullable(),
    run({ link }, _services, _given, actor) {
      authorizeOwn(actor, "links:read");
      return link;
    },
  }),
  rowFields.field({
    name: "nearest",
    description:
      "For unknown codes: at most five links of the workspace on the same domain whose codes differ by one character or two swapped characters, or equal the code in lower or upper case",
    answer: z.array(linkValue),
    weight: { cost: 10, length: 5 },
    async run({ ownerId, number, code, reason, link }, services, _given, actor) {
      authorizeOwn(actor, "links:read");
      if (reason !== "unknown" || link) return [];
      return await nearestLinks(services, ownerId, { domain: number, code });
    },
  }),
]);

/** OpenAPI tag of all calls about misses. */
export const missesTag: Tag = {
  name: "Misses",
  description: "Visits that reached no destination, such as visits with unknown codes or to expired links",
};
const { graphqlQuery, graphqlSubscription, restOnly } = operationsOn<MissCallServices>(missesTag);

const scopeText =
  "Includes visits to the workspace's links, to unknown codes on its domains, and to its domains without a code.";

/** The operations on misses. */
export const missFaces = facesOf([
  graphqlQuery({
    name: "misses",
    summary: "Get visits that reached no destination",
    description: scopeText,
    needs: ["stats:read"],
    takes: asked,
    answer: missesObject,
    run: questionOf,
  }),
  restOnly({
    id: "getMisses",
    rest: "GET /api/misses",
    summary: "Get figures of visits without a destination",
    description: `${scopeText} Returns numbers by reason and a chart. A visit must match \`reason\`, \`code\`, \`referrer\`, \`host\` and \`country\` if they are given. Days start at midnight in the time zone \`tz\`.`,
    needs: ["stats:read"],
    takes: { ...asked, interval: interval.default("day") },
    answer: data("MissesAnswer", z.object({ figures: missFigures, chart: z.array(missPoint) })),
    failures: [403],
    async run(services, actor, given) {
      const question = await questionOf(services, actor, given);
      const [figures, chart] = await Promise.all([
        figuresOf(services.clickhouse, question),
        chartOf(services.clickhouse, question, given.interval),
      ]);
      return { figures, chart };
    },
  }),
  restOnly({
    id: "listMissedCodes",
    rest: "GET /api/misses/codes",
    summary: "List codes that reached no destination",
    description:
      "Returns the requested codes with the most visits that reached no destination, each with the reason, and links with similar codes.",
    needs: ["stats:read"],
    mayNeed: { "links:read": "to return links" },
    takes: { ...asked, limit: wholeNumber(1, codesMax).default(10) },
    answer: data("MissedCodesAnswer", missedCodesAnswer),
    failures: [403],
    async run(services, actor, given) {
      const question = await questionOf(services, actor, given);
      const readsLinks = isAllowed(actor, "links:read");
      const { ownerId } = question.scope;
      const { rows, distinct } = await missedCodes(services, question, given.limit);
      const shown = rows.map(async ({ number, ...row }) => {
        const wanted = readsLinks && row.reason === "unknown" && row.link === null;
        const nearest = wanted ? await nearestLinks(services, ownerId, { domain: number, code: row.code }) : [];
        return { ...row, link: readsLinks && row.link ? shortOf(row.link) : null, nearest: nearest.map(shortOf) };
      });
      return { rows: await Promise.all(shown), distinct };
    },
  }),
  restOnly({
    id: "getMissTop",
    rest: "GET /api/misses/top",
    summary: "List the origins of visits without a destination",
    description:
      "Returns the referrers, requested hosts or countries with the most visits that reached no destination.",
    needs: ["stats:read"],
    takes: { ...asked, field: missField, limit: paging.limit.default(10) },
    answer: data("MissTopAnswer", missTopAnswer),
    failures: [403],
    run: async (services, actor, given) =>
      topOf(services.clickhouse, await questionOf(services, actor, given), given.field, given.limit),
  }),
  graphqlSubscription({
    name: "liveMisses",
    summary: "Follow visits that reached no destination",
    description: "Sends the visits of the last 30 minutes immediately, and again whenever new visits are counted.",
    needs: ["stats:read"],
    takes: { bots },
    answer: graphqlData(liveMisses),
    subscribe: ({ missWatches }, actor, given) =>
      missWatches.watch({ ...given, ownerId: authorizeOwn(actor, "stats:read"), filter: {} }),
  }),
  { resolvers: [linksOfCode] },
]);

function shortOf({ id, name, code }: LinkRow) {
  return { id, name, code };
}
