import pg from "pg";

const firsts = ["Summer", "Winter", "Spring", "Autumn", "Partner", "Product", "Holiday", "Weekly"];
const seconds = ["campaign", "newsletter", "invitation", "announcement", "exhibition", "discount"];
const sites = ["google.com/maps", "example.com/shop", "wikipedia.org/wiki", "github.com/hoplog", "youtube.com/watch"];
const rares = ["quokka", "zeppelin", "marzipan", "obelisk", "saxophone", "labyrinth", "porcupine", "avalanche"];
const noted = ["budget", "approved", "printed"];

/** Words in seeded links, by frequency. */
export const words = { firsts, seconds, rares, noted } as const;

/** Number of links that contain each rare word. */
export const rareLinks = 20;

/** One link in this many has a note. */
const noteOf = 20;

/**
 * Inserts links of one account directly into the read table: names of two frequent words and a number, destinations on
 * five sites with random ends, random codes, notes on a twentieth, and rare words on a few. The event log stays empty,
 * because searches don't read it.
 */
export async function seedSearched(databaseUrl: string, ownerId: string, links: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO link (id, owner_id, name, code, original_url, note, is_active, revision, created_at, updated_at)
       SELECT uuidv7(), $1,
         ($3::text[])[1 + n % 8] || ' ' || ($4::text[])[1 + (n / 8) % 6] || ' ' || n / 48
           || CASE WHEN n % $8::int < 8 THEN ' ' || ($6::text[])[1 + n % $8::int] ELSE '' END,
         translate(left(encode(sha256(('code' || n)::bytea), 'base64'), 7), '+/', '-_') || n,
         'https://' || ($5::text[])[1 + n % 5] || '/' || md5('url' || n),
         CASE WHEN n % ${noteOf} = 0 THEN ($7::text[])[1 + (n / ${noteOf}) % 3] || ' by Ada, invoice ' || 70000000 + n END,
         true, 1, now() - n * interval '1 second', now() - n * interval '1 second'
       FROM generate_series(1, $2::int) AS n`,
      [ownerId, links, firsts, seconds, sites, rares, noted, Math.floor(links / rareLinks)],
    );
    await client.query("VACUUM ANALYZE link");
  } finally {
    await client.end();
  }
}
