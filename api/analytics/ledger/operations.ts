import { GraphQLUUID } from "graphql-scalars";
import { z } from "zod";
import { timeRange, type TimeRange } from "../../clicks/counts/range.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { rangeArgument } from "../../clicks/counts/rangeTaken.ts";
import { isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { answer } from "../../kernel/contract/answerPieces.ts";
import { paging, queryText } from "../../kernel/contract/parse.ts";
import { type Answered, data } from "../../kernel/contract/answers.ts";
import type { Sent } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { graphqlTypes } from "../../kernel/contract/graphqlTypes.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { spread } from "../../kernel/contract/values.ts";
import { linkField } from "../../links/core/entities.ts";
import { ledgerBalance, ledgerPart, ledgerRequest, ledgerRequests, ledgerRequestsAnswer } from "./entities.ts";
import {
  createLedgerMetrics,
  type LedgerCallServices,
  type LedgerOffer,
  type LedgerQuestion,
  questionOf,
} from "./question.ts";
import { requestPage } from "./requestPage.ts";
import type { Registry } from "prom-client";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { Ledger } from "./balance.ts";
import { readLedger } from "./read.ts";

/** A range, and the caller's names for its ends, which error messages use. */
interface NamedRange {
  readonly range: TimeRange;
  readonly fields: readonly [string, string];
}

const range = spread({
  parameters: z.object(rangeParameters),
  ofParameters: (query): NamedRange => ({ range: rangeOf(query), fields: ["startDate", "endDate"] }),
  argument: rangeArgument.describe("Time range; both ends must be on a quarter hour (:00, :15, :30 or :45)"),
  ofArgument: (given): NamedRange => ({
    range: timeRange(given?.from, given?.to, "range.to"),
    fields: ["range.from", "range.to"],
  }),
});

const oneLink = "Only requests to this link; the whole workspace by default";
const linkId = spread({
  parameters: z.object({ linkId: queryText.optional().describe(oneLink) }),
  ofParameters: (query) => query.linkId ?? null,
  argument: z.string().register(graphqlTypes, { type: GraphQLUUID }).nullish().describe(oneLink),
  ofArgument: (id) => id ?? null,
});

const asked = { range, linkId };

interface LedgerInput extends Pick<LedgerQuestion, "linkId"> {
  readonly range: NamedRange;
}

function ask(services: LedgerCallServices, actor: Member, given: LedgerInput): Promise<LedgerQuestion> {
  return questionOf(services, actor, { ...given.range, linkId: given.linkId });
}

const { field, object } = fieldsOf<LedgerQuestion, LedgerCallServices>();
const ledgerObject = object("Ledger", "Received requests to the workspace's links; only selected fields are computed", [
  field({
    name: "balance",
    description: "Numbers of requests by class",
    answer: ledgerBalance,
    weight: { cost: 100 },
    run: (question, services) => measuredLedger(services, question),
  }),
  field({
    name: "requests",
    description: "Individual requests of one class",
    takes: {
      part: ledgerPart.default("firstVisit"),
      reason: z.string().nullish().describe("Only requests with exactly this `reason` of the balance"),
      first: z.int().default(50),
      after: z.string().nullish().describe("Cursor: the value of `next` of the previous page"),
    },
    answer: ledgerRequests,
    weight: { cost: 50 },
    run: (question, services, { part, reason, first, after }) =>
      requestPage(services, question, { part, reason, first, after }),
  }),
]);

const page: Answered<unknown, Sent<z.output<z.ZodObject<typeof ledgerRequestsAnswer>>>> = {
  name: "LedgerRequestsAnswer",
  schema: answer(ledgerRequestsAnswer),
  resolvers: [],
  toBody: async (_services, _member, body) => body,
};

const { graphqlQuery, restOnly } = operationsOn<LedgerCallServices>({
  name: "Ledger",
  description: "Every request that redirectors received, and its classification",
});

/** The operations on the request ledger. */
export const ledgerFaces = facesOf([
  graphqlQuery({
    name: "ledger",
    summary: "Get the request ledger",
    description: "Returns the number of requests per class, for the workspace's links or for one link.",
    needs: ["stats:read"],
    takes: asked,
    answer: ledgerObject,
    run: ask,
  }),
  restOnly({
    id: "getLedger",
    rest: "GET /api/ledger",
    summary: "Get numbers of requests by class",
    description:
      "Returns the number of requests per class, for the workspace's links or for one link. The numbers add up to a total that redirectors count independently of the stored requests. `startDate` and `endDate` must be on a quarter hour (:00, :15, :30 or :45).",
    needs: ["stats:read"],
    takes: asked,
    answer: data("LedgerAnswer", ledgerBalance),
    failures: [403, 404],
    run: async (services, actor, given) => measuredLedger(services, await ask(services, actor, given)),
  }),
  restOnly({
    id: "listLedgerRequests",
    rest: "GET /api/ledger/requests",
    summary: "List the requests of one class",
    description: "Returns individual requests, newest first, each with an explanation of its classification.",
    needs: ["stats:read"],
    mayNeed: { "links:read": "to return links" },
    takes: {
      ...asked,
      part: ledgerPart,
      reason: queryText
        .optional()
        .describe("Only requests with exactly this `reason`, as in the ledger; ignored for visits by people"),
      limit: paging.limit.default(50),
      after: queryText.optional().describe("Cursor: the value of `next` of the previous page"),
    },
    answer: page,
    failures: [403, 404],
    async run(services, actor, { part, reason, limit, after, ...given }) {
      const question = await ask(services, actor, given);
      const { requests, next } = await requestPage(services, question, { part, reason, first: limit, after });
      const readsLinks = isAllowed(actor, "links:read");
      const shown = requests.map(({ link, linkId: _linkId, ...one }) => ({
        ...one,
        link: readsLinks && link ? { id: link.id, name: link.name, code: link.code } : null,
      }));
      return { data: shown, next };
    },
  }),
  {
    resolvers: [fieldsOf<{ readonly linkId: string | null }, LedgerCallServices>().addedTo(ledgerRequest, [linkField])],
  },
]);

/** Compares all received requests, by category, with the redirectors' counts. */
export const ledger: RunningFeature<LedgerCallServices, { readonly registry: Registry }, LedgerOffer> = {
  async start({ registry }) {
    return { services: { ledgerMetrics: createLedgerMetrics(registry) }, stop: async () => {} };
  },
  ...ledgerFaces,
};

/**
 * Returns the ledger. If it does not balance, or its sums differ from the single clicks, increments a metric for
 * operators.
 */
export async function measuredLedger(services: LedgerCallServices, question: LedgerQuestion): Promise<Ledger> {
  const ledger = await readLedger(services.clickhouse, question);
  if (ledger.missing !== 0 || !ledger.sumsAgree) services.ledgerMetrics.differing.inc();
  return ledger;
}
