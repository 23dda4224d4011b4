import { type ListedFieldName, listedFieldNames } from "@hoplog/schema/clicks/filters.js";
import { z } from "zod";
import type { Holdings } from "./account.ts";
import { dayOf, startOfDay } from "./calendar.ts";
import { believable, mostFirst } from "./figures.ts";
import { fieldNarrowing, linkNarrowings, type Narrowing } from "./narrowings.ts";
import { listedFirst } from "./listed.ts";
import type { Question, Truth } from "./question.ts";
import type { Span } from "./sums.ts";

/**
 * Checks figures and top links of the last 90 days with one filter each: by links, and with or without each field's two
 * most frequent values.
 */
export function filteredQuestions(holdings: Holdings, now: Date): Question[] {
  const last = dayOf(now, "UTC");
  const span = { from: startOfDay(last, "UTC", -89), to: startOfDay(last, "UTC", 1) };
  return [...linkNarrowings(holdings).map((narrowing) => questionOf(span, narrowing)), frequentValues(span)];
}

const valuesQuery = `query ($range: Range, $fields: [ClickDimension!]!) { analytics(range: $range, bots: true) {
  tops(fields: $fields, first: 2) { field rows { value } } } }`;
const valuesAnswer = z.object({
  tops: z.array(z.object({ field: z.enum(listedFieldNames), rows: z.array(z.object({ value: z.string() })) })),
});

/** Queries the most frequent values of each field; the follow-up questions filter by these values. */
function frequentValues(span: Span): Question {
  return {
    where: "GraphQL analytics(values of fields)",
    discreet: true,
    read: async (api) =>
      (await api.graphql(valuesQuery, { range: rangeOf(span), fields: listedFieldNames }))["analytics"],
    async expected({ recount }) {
      const byField = await recount.byListed(span, "true");
      const rows = (field: ListedFieldName) => listedFirst(field, byField, ({ all }) => all).slice(0, 2);
      return { tops: listedFieldNames.map((field) => ({ field, rows: rows(field).map(({ value }) => ({ value })) })) };
    },
    next: (answer) =>
      valuesAnswer.parse(answer).tops.flatMap(({ field, rows }) => {
        const values = rows.map(({ value }) => value);
        return values.length === 0 ? [] : [questionOf(span, fieldNarrowing(field, opOf(field), values))];
      }),
  };
}

/** Tests every second field with `isNot`, which is the inverse condition. */
function opOf(field: ListedFieldName): "is" | "isNot" {
  return listedFieldNames.indexOf(field) % 2 === 0 ? "is" : "isNot";
}

const query = `query ($range: Range, $filters: [ClickFilter!]!) { analytics(range: $range, filters: $filters) {
  figures { clicks people bots uniqueVisitors } topLinks(first: 3) { distinct rows { clicks link { id } } } } }`;

function questionOf(span: Span, { filters, only }: Narrowing): Question {
  const narrowed = filters.map(({ field, op, values }) => `${field} ${op} ${values.join("|")}`).join(", ");
  return {
    where: `GraphQL analytics(90 days, filters: [${narrowed}])`,
    discreet: true,
    read: async (api) => (await api.graphql(query, { range: rangeOf(span), filters }))["analytics"],
    async expected({ recount, holdings }: Truth) {
      const [visitors, byLink] = await Promise.all([recount.visitors(null, span, only), recount.byLink(span, only)]);
      const sums = [...byLink.values()];
      const total = { people: sumOf(sums.map(({ people }) => people)), all: sumOf(sums.map(({ all }) => all)) };
      const known = new Set(holdings.links.map(({ id }) => id));
      const links = mostFirst(byLink, ({ people }) => people);
      return {
        figures: {
          clicks: total.people,
          people: total.people,
          bots: total.all - total.people,
          uniqueVisitors: Math.min(total.people, believable(visitors.estimate.people, visitors.exact.people)),
        },
        topLinks: {
          distinct: links.length,
          rows: links
            .slice(0, 3)
            .flatMap(({ value, clicks }) => (known.has(value) ? [{ clicks, link: { id: value } }] : [])),
        },
      };
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function rangeOf({ from, to }: Span) {
  return { from: from?.toISOString(), to: to?.toISOString() };
}
