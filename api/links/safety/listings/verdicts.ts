import { hash } from "node:crypto";
import type { ClientBase } from "pg";
import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";

/** The checker's verdict on a URL. */
export interface Verdict {
  /** A description for owners of links; null for none. */
  readonly threat: string | null;
  readonly expiresAt: Date;
}

/** Verdicts by URL. */
export type Verdicts = ReadonlyMap<string, Verdict & { readonly checkedAt: Date }>;

/** Reads verdicts on the given URLs, including those that expired up to `graceMs` ago. */
export async function readVerdicts(
  client: ClientBase,
  urls: readonly string[],
  { threatsOnly, graceMs }: { readonly threatsOnly: boolean; readonly graceMs: number },
): Promise<Verdicts> {
  if (urls.length === 0) return new Map();
  const byHash = new Map(urls.map((url) => [hashOf(url), url]));
  const { rows } = await client.query<Verdict & { hash: string; checkedAt: Date }>(
    named(
      `verdicts_${threatsOnly ? "threats" : "all"}`,
      sql`SELECT encode(url_hash, 'hex') AS hash, threat, checked_at AS "checkedAt", expires_at AS "expiresAt"
           FROM url_verdict WHERE url_hash = ANY (SELECT decode(hash, 'hex') FROM unnest(${[...byHash.keys()]}::text[]) AS hash)
             AND expires_at > now() - make_interval(secs => ${graceMs / 1000}) ${raw(threatsOnly ? "AND threat IS NOT NULL" : "")}`,
    ),
  );
  const verdicts = new Map<string, Verdict & { readonly checkedAt: Date }>();
  for (const { hash: key, ...verdict } of rows) {
    const url = byHash.get(key);
    if (url !== undefined) verdicts.set(url, verdict);
  }
  return verdicts;
}

export async function writeVerdict(client: ClientBase, url: string, { threat, expiresAt }: Verdict): Promise<void> {
  await client.query(
    named(
      "verdict_write",
      sql`INSERT INTO url_verdict (url_hash, threat, checked_at, expires_at)
        VALUES (decode(${hashOf(url)}, 'hex'), ${threat}, now(), ${expiresAt})
           ON CONFLICT (url_hash) DO UPDATE
             SET threat = excluded.threat, checked_at = excluded.checked_at, expires_at = excluded.expires_at`,
    ),
  );
}

/** Deletes verdicts that expired more than `graceMs` ago. */
export async function removeOldVerdicts(client: ClientBase, graceMs: number): Promise<void> {
  await client.query(sql`DELETE FROM url_verdict WHERE expires_at < now() - make_interval(secs => ${graceMs / 1000})`);
}

function hashOf(url: string): string {
  return hash("sha256", url);
}
