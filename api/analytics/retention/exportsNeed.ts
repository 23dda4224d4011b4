import type pg from "pg";

/**
 * From which day (UTC) on exports of the workspace still need single clicks; null where none does. Their rows are locked until the
 * commit, so that no file is taken meanwhile of a day that is being cut. What lies before the present cut nobody can write any more.
 */
export async function exportsNeed(
  client: Pick<pg.Client, "query">,
  ownerId: string,
  cutBefore: string | null,
): Promise<string | null> {
  await client.query("SELECT FROM click_export WHERE owner_id = $1 ORDER BY id FOR UPDATE", [ownerId]);
  const { rows } = await client.query<{ day: string | null }>(
    `SELECT (min(needed) AT TIME ZONE 'UTC')::date::text AS day FROM (
       SELECT coalesce(planned_until, greatest(start_at, $2::date::timestamp AT TIME ZONE 'UTC')) AS needed FROM click_export
         WHERE owner_id = $1 AND enabled
       UNION ALL
       SELECT f.start_at FROM click_export_file AS f JOIN click_export AS e ON e.id = f.export_id
         WHERE e.owner_id = $1 AND e.enabled AND f.due_at IS NOT NULL
           AND ($2::date IS NULL OR f.start_at >= $2::date::timestamp AT TIME ZONE 'UTC')) AS of_exports`,
    [ownerId, cutBefore],
  );
  return rows[0]?.day ?? null;
}
