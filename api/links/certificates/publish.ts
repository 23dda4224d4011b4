import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import {
  certificateKey,
  certificatesKey,
  challengeKey,
  encodeCertificate,
  encodeCertificatesChange,
  encodeChallenge,
} from "@hoplog/schema/topics/links/certificates.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { Connection } from "./store.ts";
import type { PublishedChallenge } from "./selfCheck.ts";

/** Number of certificates published at a time; each takes about 8 kB. */
const certificatesAtOnce = 100;

interface Row {
  readonly host: string;
  readonly sealed: Uint8Array | null;
  readonly notAfter: Date | null;
  readonly revision: number;
  readonly isWithdrawn: boolean;
}

/**
 * Publishes new certificates to redirectors, and withdraws those of removed hosts. Must not run concurrently, because
 * the last published record must be the current one.
 */
export async function publishCertificates(client: Connection, log: EventLog, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await client.query<Row>(
      sql`SELECT host, sealed, not_after AS "notAfter", revision, is_withdrawn AS "isWithdrawn" FROM host_certificate
       WHERE published_in IS DISTINCT FROM ${log.name} ORDER BY host LIMIT ${certificatesAtOnce}`,
    );
    if (rows.length === 0) return;
    // A host that never had a certificate has none to withdraw.
    const changed = rows.filter(({ sealed, revision }) => sealed !== null || revision > 0);
    if (changed.length > 0) {
      const change = { key: certificatesKey, value: encodeCertificatesChange(now) };
      await log.append(linksV2, [...changed.map(recordOf), change]);
    }
    await client.query(
      sql`WITH published AS (SELECT * FROM unnest(${rows.map(({ host }) => host)}::text[],
        ${rows.map(({ revision }) => revision)}::int[]) AS t (host, revision)),
       gone AS (DELETE FROM host_certificate AS c USING published AS p
         WHERE c.host = p.host AND c.revision = p.revision AND c.is_withdrawn)
       UPDATE host_certificate AS c SET published_in = ${log.name} FROM published AS p
       WHERE c.host = p.host AND c.revision = p.revision AND NOT c.is_withdrawn`,
    );
  }
}

function recordOf({ host, sealed, notAfter }: Row): NewRecord {
  const value =
    sealed && notAfter
      ? encodeCertificate({ notAfter: notAfter.toISOString(), sealed: Buffer.from(sealed).toString("base64") })
      : null;
  return { key: certificateKey(host), value };
}

/** Marks all certificates to be published again, for a recreated `links.v2` or on request. */
export async function republishCertificates(client: Connection): Promise<void> {
  await client.query("UPDATE host_certificate SET published_in = NULL");
}

/** Publishes a challenge, so that redirectors answer it. Throws a RangeError for a token that no path can have. */
export async function publishChallenge(
  client: Connection,
  log: EventLog,
  challenge: PublishedChallenge,
): Promise<void> {
  const { host, token, keyAuthorization } = challenge;
  const key = challengeKey(token);
  if (key === null)
    throw new RangeError("the certificate authority sent a challenge token that RFC 8555 does not allow");
  await client.query(
    sql`INSERT INTO acme_challenge (token, host, key_authorization) VALUES (${token}, ${host}, ${keyAuthorization})
     ON CONFLICT (token) DO UPDATE SET host = excluded.host, key_authorization = excluded.key_authorization`,
  );
  await log.append(linksV2, [{ key, value: encodeChallenge(keyAuthorization) }]);
}

/** Withdraws the challenges with the given tokens; null withdraws all, also those of an API process that was killed. */
export async function withdrawChallenges(
  client: Connection,
  log: EventLog,
  tokens: readonly string[] | null,
): Promise<void> {
  const { rows } = await client.query<{ token: string }>(
    sql`SELECT token FROM acme_challenge WHERE ${tokens}::text[] IS NULL OR token = ANY (${tokens})`,
  );
  const records = rows.flatMap(({ token }): NewRecord[] => {
    const key = challengeKey(token);
    return key === null ? [] : [{ key, value: null }];
  });
  if (records.length > 0) await log.append(linksV2, records);
  await client.query(sql`DELETE FROM acme_challenge WHERE token = ANY (${rows.map(({ token }) => token)})`);
}
