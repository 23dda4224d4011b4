import type { EventLog } from "@hoplog/platform/log/port.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";

/** A record that ingest could not parse. Its content includes visitors' addresses, so it is not shown. */
export interface DeadLetter {
  /** SHA-256 of the record, hexadecimal. */
  readonly digest: string;
  readonly reason: string;
  readonly bytes: number;
  /** Time at which the log stored the record. */
  readonly recordedAt: Date;
}

export async function listDeadLetters(client: ClientBase): Promise<DeadLetter[]> {
  const { rows } =
    await client.query<DeadLetter>(sql`SELECT encode(digest, 'hex') AS digest, reason, octet_length(value) AS bytes,
      recorded_at AS "recordedAt"
  FROM dead_letter WHERE topic = ${clicksV1.name} ORDER BY dead_letter.recorded_at, dead_letter.digest`);
  return rows;
}

/**
 * Replays records with a digest prefix ("" for all) into the topic, and deletes each one when the log has stored it. A
 * record that still cannot be parsed is rejected again. A batch that was counted in the meantime counts once. Returns
 * the number of records.
 */
export async function replayDeadLetters(client: ClientBase, log: EventLog, digest: string): Promise<number> {
  const which = (await listDeadLetters(client)).filter((record) => record.digest.startsWith(digest));
  let returned = 0;
  for (const record of which) {
    const isIt = sql`topic = ${clicksV1.name} AND digest = ${Buffer.from(record.digest, "hex")}`;
    const { rows } = await client.query<{ value: Buffer }>(sql`SELECT value FROM dead_letter WHERE ${isIt}`);
    const value = rows[0]?.value;
    if (!value) continue;
    // Deletes the row first, in a transaction that commits when the log has stored the record, because ingest may
    // reject it again at once.
    await client.query("BEGIN");
    try {
      await client.query(sql`DELETE FROM dead_letter WHERE ${isIt}`);
      await log.append(clicksV1, [{ key: null, value }]);
      await client.query("COMMIT");
      returned++;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  }
  return returned;
}
