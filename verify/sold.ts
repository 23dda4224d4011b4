import { z } from "zod";
import { byCut } from "./cuts.ts";
import type { Part, ProjectionResult } from "./cuts.ts";
import type { Snapshot } from "./snapshot.ts";

const soldRow = z.object({
  figures: z.coerce.number(),
  differing: z.coerce.number(),
  listed: z.array(z.tuple([z.string(), z.boolean()])),
});

const maxListed = 20;
const clickKey = "owner_id, link_id, at, click_id";

/**
 * Compares the bot flag in leads and sales with the bot flag of their clicks, from which it was copied. Deleted clicks
 * can't be compared.
 */
export async function compareSold(snapshot: Snapshot, part: Part): Promise<ProjectionResult> {
  const ofPart = "ownerId" in part ? "owner_id = {ownerId: UUID}" : "toYYYYMM(at) = {month: UInt32}";
  const sold = `${snapshot.table("conversions")} FINAL WHERE ${ofPart} AND matched AND NOT removed`;
  const [row] = await snapshot.read(
    soldRow,
    `SELECT count() AS figures, countIf(differs) AS differing,
       groupArrayIf(${maxListed})((toString(conversion_id), is_click_bot), differs) AS listed
     FROM (
       SELECT s.conversion_id AS conversion_id, c.is_bot AS is_click_bot, s.is_bot != c.is_bot AS differs
       FROM (SELECT ${clickKey}, conversion_id, is_bot FROM ${sold}) AS s
       INNER JOIN (
         SELECT ${clickKey}, is_bot FROM ${snapshot.table("clicks")}
         WHERE ${ofPart} AND ${byCut(snapshot, part, "at", "behind")} AND (${clickKey}) IN (SELECT ${clickKey} FROM ${sold})
         LIMIT 1 BY ${clickKey}) AS c USING (${clickKey}))`,
    part,
  );
  const { figures = 0, differing = 0, listed = [] } = row ?? {};
  const nameOf = (isBot: boolean) => (isBot ? "a bot's click" : "a person's click");
  return {
    figures,
    differences: listed.map(([id, isClickBot]) => ({
      where: `conversions ${id}`,
      expected: nameOf(isClickBot),
      found: nameOf(!isClickBot),
    })),
    unlisted: differing - listed.length,
  };
}
