import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isAllowed, type Member } from "../../kernel/access/authorize.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { paging, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { ledgerAnswers, ledgerTag } from "./answers.ts";
import { measuredLedger } from "./measured.ts";
import { partNames } from "./parts.ts";
import { questionOf } from "./question.ts";
import { requestPage } from "./requestPage.ts";
import type { LedgerCallServices } from "./services.ts";

const question = {
  ...rangeParameters,
  linkId: queryText.optional().describe("One link's; all of the account's without"),
};
export const ledgerQuery = z.object(question);
export const ledgerRequestsQuery = z.object({
  ...question,
  part: z.enum(partNames),
  reason: queryText.optional().describe("Of bots, previews and misses: exactly this one, as the ledger has it"),
  limit: paging.limit.default(50),
  after: queryText.optional().describe("The cursor of the page before"),
});

const fields = ["startDate", "endDate"] as const;

export function ledgerRoutes(app: FastifyInstance, services: LedgerCallServices, requireActor: RequireActor): void {
  const ask = (actor: Member, query: z.output<typeof ledgerQuery>) =>
    questionOf(services, actor, { linkId: query.linkId ?? null, range: rangeOf(query), fields });

  app.get(
    "/api/ledger",
    documented({
      id: "getLedger",
      tag: ledgerTag,
      summary: "Every request that was received, by what it was taken for",
      description:
        "The parts add up to what redirectors have counted apart from recording requests. A range begins and ends with a quarter of an hour.",
      query: ledgerQuery,
      answer: { status: 200, is: ledgerAnswers.LedgerAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(ledgerQuery, request.query);
      const asked = await ask(actor, query);
      const { countedSince, ...ledger } = await measuredLedger(services, asked);
      return { success: true, data: { ...ledger, countedSince: countedSince.toISOString() } };
    },
  );

  app.get(
    "/api/ledger/requests",
    documented({
      id: "listLedgerRequests",
      tag: ledgerTag,
      summary: "The single requests of a part of the ledger, newest first",
      description: "Each with why it was taken for what it is.",
      query: ledgerRequestsQuery,
      answer: { status: 200, is: ledgerAnswers.LedgerRequestsAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(ledgerRequestsQuery, request.query);
      const asked = await ask(actor, query);
      const { part, reason, limit, after } = query;
      const { requests, next } = await requestPage(services, asked, { part, reason, first: limit, after });
      const readsLinks = isAllowed(actor, "links:read");
      const data = requests.map(({ at, link, linkId: _linkId, ...one }) => ({
        ...one,
        at: at.toISOString(),
        link: readsLinks && link ? { id: link.id, name: link.name, code: link.code } : null,
      }));
      return { success: true, data, next };
    },
  );
}
