import { readRows, type Reads } from "../database/reads.ts";

/** What REST shows of a link that is not in its row. */
export interface OrganisedLink {
  readonly id: string;
  /** Names, in their order. */
  readonly tags: readonly string[];
  /** Of the person who asks. */
  readonly isFavourite: boolean;
}

/** By id, with one question: it goes with each link that is read. */
export async function organisedLinks(
  { reads }: Reads,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, OrganisedLink>> {
  if (linkIds.length === 0) return new Map();
  const rows = await readRows<OrganisedLink>(
    reads,
    `SELECT id, array(SELECT name FROM link_tag JOIN tag ON tag.id = tag_id WHERE link_id = link.id ORDER BY key) AS tags,
       EXISTS (SELECT FROM link_favourite WHERE user_id = ? AND link_id = link.id) AS "isFavourite"
     FROM unnest(?::uuid[]) AS link (id)`,
    [userId, [...linkIds]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
