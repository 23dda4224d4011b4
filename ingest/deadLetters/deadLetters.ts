import { hash } from "node:crypto";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import type { LogRecord } from "@hoplog/platform/log/port.js";

export interface DeadLetters {
  /** Keeps the record as it is. The same one again changes nothing. */
  bury(topic: string, record: LogRecord, reason: string): Promise<void>;
}

export function createDeadLetters(pool: Pool): DeadLetters {
  return {
    async bury(topic, record, reason) {
      const value = Buffer.from(record.value ?? []);
      await pool.query(
        `INSERT INTO dead_letter (topic, digest, value, reason, recorded_at)
         VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000)) ON CONFLICT DO NOTHING`,
        [topic, hash("sha256", value, "buffer"), value, reason, record.recordedAt],
      );
    },
  };
}
