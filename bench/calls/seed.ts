import pg from "pg";

/** Returns the ids of at most `count` of an account's links. */
export async function someLinks(databaseUrl: string, ownerId: string, count: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const sql = "SELECT id FROM link WHERE owner_id = $1 ORDER BY code LIMIT $2";
    return (await client.query<{ id: string }>(sql, [ownerId, count])).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/**
 * Inserts links directly into the event log and the read tables, as commands would: `own` for one account and the rest,
 * up to `total`, for a thousand others.
 */
export async function seedLinks(databaseUrl: string, ownerId: string, own: number, total: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `CREATE TEMP TABLE seeded ON COMMIT DROP AS
       SELECT n, uuidv7() AS id, now() - n * interval '1 second' AS at, 'Link ' || n AS name, 's' || lpad(n::text, 8, '0') AS code,
         'https://example.com/page/' || n AS url,
         CASE WHEN n <= $2 THEN $1::uuid ELSE md5('owner' || n % 1000)::uuid END AS owner
       FROM generate_series(1, $3::int) AS n`,
      [ownerId, own, total],
    );
    await client.query(`INSERT INTO code_claim (code, owner_id, link_id) SELECT code, owner, id FROM seeded`);
    await client.query(
      `INSERT INTO link (id, owner_id, name, code, original_url, is_active, revision, created_at, updated_at)
       SELECT id, owner, name, code, url, true, 1, at, at FROM seeded`,
    );
    await client.query(
      `INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
       SELECT 'link', id, 1, 'LinkCreated', 1, jsonb_build_object('linkId', id, 'ownerId', owner, 'name', name, 'code', code,
         'originalUrl', url, 'groupId', null, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
         jsonb_build_object('userId', owner, 'via', 'system')
       FROM seeded`,
    );
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE link");
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}
