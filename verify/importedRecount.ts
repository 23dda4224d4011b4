import { z } from "zod";
import type { Snapshot } from "./snapshot.ts";

export const row = z.object({
  source: z.string(),
  total: z.coerce.number(),
  bots: z.coerce.number(),
  undated: z.coerce.number(),
});

export type Imported = z.output<typeof row>;

/** Recounts a link's imported visits from the raw rows. */
export type ImportedRecount = (linkId: string) => Promise<Imported[]>;

export function createImportedRecount(snapshot: Snapshot, ownerId: string): ImportedRecount {
  return (link) =>
    // A rewritten row exists twice until it is merged.
    snapshot.read(
      row,
      `SELECT source, sum(v.visits) AS total, sumIf(v.visits, is_bot) AS bots, sumIf(v.visits, quarter = 0) AS undated
       FROM (SELECT * FROM ${snapshot.table("imported_visits")} WHERE owner_id = {owner: UUID} AND link_id = {link: UUID}
         LIMIT 1 BY ordinal) AS v GROUP BY source ORDER BY source`,
      { owner: ownerId, link },
    );
}
