import { randomBytes } from "node:crypto";
import type { Pool } from "@hoplog/platform/postgres/pool.js";
import { sql } from "@hoplog/platform/postgres/sql.js";

/** Length of a day's salt in bytes; it is an AES-128 key. */
const saltSize = 16;

/** The salt of each day. Days are counted as in {@link dayOf}. */
export type Salts = ReadonlyMap<number, Uint8Array>;

export interface SaltStore {
  /**
   * Returns the salts of these days and creates missing ones; all ingest processes that share this database get the
   * same salts.
   */
  of(days: readonly number[]): Promise<Salts>;
  /** Destroys the salts of all earlier days: visitor hashes of those days can then no longer be linked to addresses. */
  destroyBefore(day: number): Promise<void>;
}

export function createSaltStore(pool: Pool): SaltStore {
  const known = new Map<number, Uint8Array>();
  return {
    async of(days) {
      const missing = days.filter((day) => !known.has(day));
      if (missing.length > 0) {
        await pool.query(
          sql`INSERT INTO visitor_salt (day, salt)
           SELECT date '1970-01-01' + day, salt FROM unnest(${missing}::int[],
             ${missing.map(() => randomBytes(saltSize))}::bytea[]) AS given (day, salt)
           ON CONFLICT DO NOTHING`,
        );
        const { rows } = await pool.query<{ day: number; salt: Buffer }>(
          sql`SELECT day - date '1970-01-01' AS day, salt FROM visitor_salt
           WHERE day - date '1970-01-01' = ANY (${missing}::int[])`,
        );
        for (const { day, salt } of rows) known.set(day, salt);
      }
      return new Map(known);
    },
    async destroyBefore(day) {
      await pool.query(sql`DELETE FROM visitor_salt WHERE day < date '1970-01-01' + ${day}::int`);
      for (const one of known.keys()) if (one < day) known.delete(one);
    },
  };
}
