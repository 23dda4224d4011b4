import { hash } from "node:crypto";
import type { ClientBase } from "pg";

/** What the checker has said of a URL. */
export interface Verdict {
  /** In words for the owners of links; null for nothing. */
  readonly threat: string | null;
  readonly expiresAt: Date;
}

/** By URL. */
export type Verdicts = ReadonlyMap<string, Verdict & { readonly checkedAt: Date }>;

/** Of these URLs; those that expired up to so long ago are among them. */
export async function readVerdicts(
  client: ClientBase,
  urls: readonly string[],
  { threatsOnly, graceMs }: { readonly threatsOnly: boolean; readonly graceMs: number },
): Promise<Verdicts> {
  if (urls.length === 0) return new Map();
  const byHash = new Map(urls.map((url) => [hashOf(url), url]));
  const { rows } = await client.query<Verdict & { hash: string; checkedAt: Date }>({
    name: `verdicts_${threatsOnly ? "threats" : "all"}`,
    text: `SELECT encode(url_hash, 'hex') AS hash, threat, checked_at AS "checkedAt", expires_at AS "expiresAt"
           FROM url_verdict WHERE url_hash = ANY (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS hash)
             AND expires_at > now() - make_interval(secs => $2) ${threatsOnly ? "AND threat IS NOT NULL" : ""}`,
    values: [[...byHash.keys()], graceMs / 1000],
  });
  const verdicts = new Map<string, Verdict & { readonly checkedAt: Date }>();
  for (const { hash: key, ...verdict } of rows) {
    const url = byHash.get(key);
    if (url !== undefined) verdicts.set(url, verdict);
  }
  return verdicts;
}

export async function writeVerdict(client: ClientBase, url: string, { threat, expiresAt }: Verdict): Promise<void> {
  await client.query({
    name: "verdict_write",
    text: `INSERT INTO url_verdict (url_hash, threat, checked_at, expires_at) VALUES (decode($1, 'hex'), $2, now(), $3)
           ON CONFLICT (url_hash) DO UPDATE
             SET threat = excluded.threat, checked_at = excluded.checked_at, expires_at = excluded.expires_at`,
    values: [hashOf(url), threat, expiresAt],
  });
}

/** Removes what nobody looks at any more. */
export async function removeOldVerdicts(client: ClientBase, graceMs: number): Promise<void> {
  await client.query("DELETE FROM url_verdict WHERE expires_at < now() - make_interval(secs => $1)", [graceMs / 1000]);
}

function hashOf(url: string): string {
  return hash("sha256", url);
}
