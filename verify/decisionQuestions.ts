import type { Question } from "./question.ts";
import type { Recount } from "./recount.ts";
import type { Span } from "./sums.ts";
import { dayOf, startOfDay } from "./calendar.ts";

const ever: Span = { from: null, to: null };

/** Checks a link's clicks by rule and arm, for all time and for the last 30 days. */
export function decisionQuestions(linkId: string, now: Date): Question[] {
  const last = dayOf(now, "UTC");
  return [ever, { from: startOfDay(last, "UTC", -29), to: startOfDay(last, "UTC", 1) }].flatMap((span) => [
    restDecisions(linkId, span),
    graphqlDecisions(linkId, span),
  ]);
}

function restDecisions(linkId: string, span: Span): Question {
  const { from, to } = span;
  const range = from && to ? `?startDate=${from.toISOString()}&endDate=${to.toISOString()}` : "";
  const path = `/api/urls/${linkId}/decisions${range}`;
  return {
    where: `GET ${path}`,
    read: async (api) => (await api.rest(path))["data"],
    expected: ({ recount }) => decided(recount, linkId, span),
  };
}

const query = `query ($id: UUID!, $range: Range) { linkDecisions(linkId: $id, range: $range) { rule arm clicks people } }`;

function graphqlDecisions(linkId: string, span: Span): Question {
  const range = span.from ? { from: span.from.toISOString(), to: span.to?.toISOString() } : null;
  return {
    where: `GraphQL linkDecisions(linkId: ${linkId}, ${range ? "30 days" : "all time"})`,
    read: async (api) => (await api.graphql(query, { id: linkId, range }))["linkDecisions"],
    expected: ({ recount }) => decided(recount, linkId, span),
  };
}

/** Recounts a link's clicks by rule and arm, most clicks first; ties by the lower numbers. */
async function decided(recount: Recount, linkId: string, span: Span) {
  return [...(await recount.byDecision(linkId, span))]
    .map(([key, { all, people }]) => {
      const [rule = 0, arm = 0] = key.split("/").map(Number);
      return { rule, arm, clicks: all, people };
    })
    .toSorted((a, b) => b.clicks - a.clicks || a.rule - b.rule || a.arm - b.arm);
}
