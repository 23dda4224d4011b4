import pg from "pg";
import { createWakeUps } from "../retry/wakeUps.ts";
import type { Logger } from "../logging/logger.ts";
import { createBackoff } from "../retry/backoff.ts";

/** What a step has found: `waiting` is for work that is there but can't be done for a few milliseconds yet. */
export type StepResult = "worked" | "idle" | "waiting";

export interface ExclusiveWork {
  readonly databaseUrl: string;
  /** Names the lock and the connection. */
  readonly name: string;
  readonly logger: Logger;
  /** After a step that found nothing to do, the next one follows a wake-up or so many milliseconds. */
  readonly pollMs: number;
  /** Runs on the connection that holds the lock: what it does there can't be done by two processes at a time. */
  readonly step: (client: pg.Client) => Promise<StepResult>;
}

export interface RunningWork {
  wake(): void;
  stop(): Promise<void>;
}

/** Does a work step by step, in one process at a time, until stopped; after a failure again on a new connection. */
export function startExclusiveWork(work: ExclusiveWork): RunningWork {
  const ending = new AbortController();
  const wakeUps = createWakeUps();
  const running = keepWorking(work, wakeUps, ending.signal);
  return {
    wake: () => wakeUps.wake(),
    async stop() {
      ending.abort();
      await running;
    },
  };
}

type WakeUps = ReturnType<typeof createWakeUps>;

async function keepWorking(work: ExclusiveWork, wakeUps: WakeUps, ending: AbortSignal): Promise<void> {
  const backoff = createBackoff(100, 5000);
  while (!ending.aborted) {
    try {
      await workWhileConnected(work, wakeUps, ending, backoff.reset);
    } catch (error) {
      work.logger.warn({ err: error, work: work.name }, "work was interrupted and will be tried again");
      await backoff.pause(ending);
    }
  }
}

async function workWhileConnected(
  { databaseUrl, name, pollMs, step }: ExclusiveWork,
  wakeUps: WakeUps,
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
    await client.connect();
    const heldBack = createBackoff(4, 200);
    let taken = false;
    while (!ending.aborted) {
      taken ||= await tryLock(client, name);
      const result = taken ? await step(client) : "idle";
      onProgress();
      if (result === "waiting") await heldBack.pause(ending);
      else heldBack.reset();
      if (result === "idle") await wakeUps.sleep(pollMs, ending);
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken",
    [name],
  );
  return rows[0]?.taken ?? false;
}
