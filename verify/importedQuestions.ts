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

/** What another service had counted of a link, from the rows as they lie there; null for nothing. */
export type ImportedRecount = (linkId: string) => Promise<Imported | null>;

export function createImportedRecount(snapshot: Snapshot, ownerId: string): ImportedRecount {
  return async (link) => {
    // A row that was written again is there twice until it is merged.
    const [found] = await snapshot.read(
      row,
      `SELECT any(source) AS source, sum(v.visits) AS total, sumIf(v.visits, is_bot) AS bots, sumIf(v.visits, quarter = 0) AS undated
       FROM (SELECT * FROM ${snapshot.table("imported_visits")} WHERE owner_id = {owner: UUID} AND link_id = {link: UUID}
         LIMIT 1 BY ordinal) AS v HAVING total > 0`,
      { owner: ownerId, link },
    );
    return found ?? null;
  };
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
        return found && { ...found, source: found.source.toLowerCase() };
      },
      expected: ({ imported }) => imported(id),
    },
  ]);
}

function shown(answer: unknown): Imported | null {
  return row.nullable().parse(answer);
}
