import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { named, sql } from "../../postgres/sql.ts";
import { frameReference, frameText, fitsInline } from "./frame.ts";

interface Waiting {
  readonly channel: string;
  readonly payload: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum messages per round; limits how many a failed round rejects. */
const roundSize = 500;

/**
 * Creates a publisher that sends messages in order. Messages that arrive during a round are sent together in the next
 * ones, so that many small messages don't need a round trip each.
 */
export function createPublisher(pool: Pool) {
  const sender = randomUUID().slice(0, 8);
  let sent = 0;
  let waiting: Waiting[] = [];
  let sending = false;

  async function sendAll(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const round = waiting.slice(0, roundSize);
      waiting = waiting.slice(roundSize);
      try {
        await sendRound(round);
        for (const { resolve } of round) resolve();
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    sending = false;
  }

  async function sendRound(round: readonly Waiting[]): Promise<void> {
    const frames: string[] = [];
    for (const { payload } of round) {
      // Postgres drops repeated notifications within a transaction; the number makes equal messages different.
      const number = `${sender}${sent++}`;
      frames.push(fitsInline(payload) ? frameText(number, payload) : frameReference(number, await store(payload)));
    }
    await pool.query(
      named(
        "bus_notify",
        sql`SELECT pg_notify(channel, frame)
             FROM unnest(${round.map(({ channel }) => channel)}::text[], ${frames}::text[]) WITH
               ORDINALITY AS message (channel, frame, ordinal) ORDER BY ordinal`,
      ),
    );
  }

  async function store(payload: string): Promise<string> {
    const { rows } = await pool.query<{ id: string }>(
      sql`INSERT INTO bus_message (payload) VALUES (${Buffer.from(payload, "utf8")}) RETURNING id::text`,
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error("Postgres returned no ID for the stored message");
    return id;
  }

  return {
    publish: (channel: string, payload: string): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ channel, payload, resolve, reject });
        if (!sending) void sendAll();
      }),
  };
}
