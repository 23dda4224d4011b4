import pg from "pg";
import { createNotifier, type Notifier } from "../retry/notifier.ts";
import type { Logger } from "../logging/logger.ts";
import { createBackoff } from "../retry/retry.ts";
import { explaining, postgresConnectionSettings } from "../tls/connectionError.ts";
import { sql } from "./sql.ts";

/**
 * What a step has found: `waiting` is for work that is there but can't be done for a few milliseconds yet, `expecting` for work
 * that is there and becomes due at some time.
 */
export type StepResult = "worked" | "idle" | "waiting" | "expecting";

export interface ExclusiveWork {
  readonly databaseUrl: string;
  /** Names the lock and the connection. */
  readonly name: string;
  readonly logger: Logger;
  /**
   * After a step that found nothing to do, the next one follows a notification or so many milliseconds; at most a second after
   * one that expects work.
   */
  readonly pollMs: number;
  /** Runs on the connection that holds the lock: what it does there can't be done by two processes at a time. */
  readonly step: (client: pg.Client) => Promise<StepResult>;
}

export interface RunningWork {
  notify(): void;
  stop(): Promise<void>;
}

const expectingMs = 1000;

/** Does a work step by step, in one process at a time, until stopped; after a failure again on a new connection. */
export function startExclusiveWork(work: ExclusiveWork): RunningWork {
  const ending = new AbortController();
  const notifier = createNotifier();
  const running = keepWorking(work, notifier, ending.signal);
  return {
    notify: () => notifier.notify(),
    async stop() {
      ending.abort();
      await running;
    },
  };
}

async function keepWorking(work: ExclusiveWork, notifier: Notifier, ending: AbortSignal): Promise<void> {
  const backoff = createBackoff(100, 5000);
  while (!ending.aborted) {
    try {
      await workWhileConnected(work, notifier, ending, backoff.reset);
    } catch (error) {
      work.logger.warn({ err: error, work: work.name }, "work was interrupted and will be tried again");
      await backoff.pause(ending);
    }
  }
}

async function workWhileConnected(
  { databaseUrl, name, pollMs, step }: ExclusiveWork,
  notifier: Notifier,
  ending: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on("error", () => {});
  try {
    await explaining(postgresConnectionSettings, () => client.connect());
    const waitingBackoff = createBackoff(4, 200);
    let taken = false;
    while (!ending.aborted) {
      taken ||= await tryLock(client, name);
      const result = taken ? await step(client) : "idle";
      onProgress();
      if (result === "waiting") await waitingBackoff.pause(ending);
      else waitingBackoff.reset();
      if (result === "idle") await notifier.wait(pollMs, ending);
      if (result === "expecting") await notifier.wait(Math.min(pollMs, expectingMs), ending);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS taken`,
  );
  return rows[0]?.taken ?? false;
}
