import { row, type Imported } from "./importedRecount.ts";
import type { Holdings } from "./account.ts";
import type { Question } from "./question.ts";

/** Checks visits that were imported with links, over REST and GraphQL. */
export function importedQuestions({ links }: Pick<Holdings, "links">, max: number): Question[] {
  const ids = links.filter(({ isImported }) => isImported).map(({ id }) => id);
  return ids.slice(0, max).flatMap((id): Question[] => [
    {
      where: `GET /api/urls/${id}/imported-visits`,
      read: async (api) => shown((await api.rest(`/api/urls/${id}/imported-visits`))["data"]),
      expected: ({ imported }) => imported(id),
    },
    {
      where: `GraphQL importedVisits(linkId: ${id})`,
      read: async (api) => {
        const query = "query ($id: UUID!) { importedVisits(linkId: $id) { source total bots undated } }";
        const found = shown((await api.graphql(query, { id }))["importedVisits"]);
        return found.map((one) => ({ ...one, source: one.source.toLowerCase() }));
      },
      expected: ({ imported }) => imported(id),
    },
  ]);
}

function shown(answer: unknown): Imported[] {
  return row.array().parse(answer);
}
