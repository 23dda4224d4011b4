import { hash } from "node:crypto";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import type { Pool } from "@hoplog/platform/postgres/pool.js";

/** Keeps a record that can't be read as it is. The same one again changes nothing. */
export async function storeDeadLetter(pool: Pool, topic: string, record: LogRecord, reason: string): Promise<void> {
  const value = Buffer.from(record.value ?? []);
  await pool.query(
    `INSERT INTO dead_letter (topic, digest, value, reason, recorded_at)
     VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000)) ON CONFLICT DO NOTHING`,
    [topic, hash("sha256", value, "buffer"), value, reason, record.recordedAt],
  );
}
