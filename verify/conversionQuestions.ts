import { inOrder } from "./conversionRecount.ts";
import { converted, type Converted } from "./conversionRecount.ts";
import { z } from "zod";
import type { Holdings } from "./account.ts";
import type { Question } from "./question.ts";

/** Checks leads, sales and revenue of the account and of some links, over REST and GraphQL. */
export function conversionQuestions({ links }: Pick<Holdings, "links">, max: number): Question[] {
  const ids = links.filter(({ isConverting }) => isConverting).map(({ id }) => id);
  return [null, ...ids.slice(0, max)].flatMap((id): Question[] => [
    {
      where: `GET /api/conversions/figures${id === null ? "" : `?linkId=${id}`}`,
      read: async (api) => {
        const query = id === null ? "" : `?linkId=${id}`;
        return shown((await api.rest(`/api/conversions/figures${query}`))["data"]);
      },
      expected: ({ conversions }) => conversions(id),
    },
    {
      where: `GraphQL conversionStats(linkId: ${id})`,
      read: async (api) => {
        const query =
          "query ($id: UUID) { conversionStats(linkId: $id) { figures { leads sales revenue { currency amount } } } }";
        const stats = z.object({ figures: z.unknown() }).parse((await api.graphql(query, { id }))["conversionStats"]);
        return shown(stats.figures);
      },
      expected: ({ conversions }) => conversions(id),
    },
  ]);
}

function shown(answer: unknown): Converted {
  const found = converted.parse(answer);
  return { ...found, revenue: inOrder(found.revenue) };
}
