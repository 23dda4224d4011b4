import { z } from "zod";
import type { Holdings } from "./account.ts";
import type { Question } from "./question.ts";
import type { Snapshot } from "./snapshot.ts";

const row = z.object({
  source: z.string(),
  total: z.coerce.number(),
  bots: z.coerce.number(),
  undated: z.coerce.number(),
});
export type Imported = z.output<typeof row>;

/** What other services had counted of a link, from the rows as they lie there. */
export type ImportedRecount = (linkId: string) => Promise<Imported[]>;

export function createImportedRecount(snapshot: Snapshot, ownerId: string): ImportedRecount {
  return (link) =>
    // A row that was written again is there twice until it is merged.
    snapshot.read(
      row,
      `SELECT source, sum(v.visits) AS total, sumIf(v.visits, is_bot) AS bots, sumIf(v.visits, quarter = 0) AS undated
       FROM (SELECT * FROM ${snapshot.table("imported_visits")} WHERE owner_id = {owner: UUID} AND link_id = {link: UUID}
         LIMIT 1 BY ordinal) AS v GROUP BY source ORDER BY source`,
      { owner: ownerId, link },
    );
}

/** Visits that links were imported with, over REST and GraphQL. */
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
