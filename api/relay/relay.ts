import type { EventLog } from "@hoplog/platform/log/port.js";
import { createWakeUps } from "@hoplog/platform/log/postgres/wakeUps.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { createBackoff } from "@hoplog/platform/retry/backoff.js";
import pg from "pg";
import { eventsChannel } from "../eventstore/stream.ts";
import { relayStep } from "./relayStep.ts";

export interface RelaySettings {
  readonly databaseUrl: string;
  readonly listener: Listener;
  readonly log: EventLog;
  readonly logger: Logger;
}

const lock = "SELECT pg_try_advisory_lock(hashtextextended('hoplog relay', 0)) AS taken";
const pollMs = 1000;

/** Carries link events from the event log to `links.v1`, in one process at a time, until stopped. */
export async function startRelay(settings: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController();
  const wakeUps = createWakeUps();
  const { unlisten } = await settings.listener.listen(eventsChannel, {
    onNotification: () => wakeUps.wake(),
    onGap: () => wakeUps.wake(),
  });
  const running = keepRelaying(settings, wakeUps, ending.signal);
  return {
    async stop() {
      ending.abort();
      await running;
      await unlisten();
    },
  };
}

async function keepRelaying(
  settings: RelaySettings,
  wakeUps: ReturnType<typeof createWakeUps>,
  ending: AbortSignal,
): Promise<void> {
  const backoff = createBackoff(100, 5000);
  while (!ending.aborted) {
    try {
      await relayWhileConnected(settings, wakeUps, ending, backoff.reset);
    } catch (error) {
      settings.logger.warn({ err: error }, "the relay to links.v1 was interrupted");
      await backoff.pause(ending);
    }
  }
}

async function relayWhileConnected(
  { databaseUrl, log }: RelaySettings,
  wakeUps: ReturnType<typeof createWakeUps>,
  ending: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "hoplog relay",
    connectionTimeoutMillis: 5000,
    query_timeout: 35_000,
    keepAlive: true,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const heldBack = createBackoff(4, 200);
    let taken = false;
    while (!ending.aborted) {
      taken ||= (await client.query<{ taken: boolean }>(lock)).rows[0]?.taken ?? false;
      const result = taken ? await relayStep(client, log) : "idle";
      onProgress();
      if (result === "waiting") await heldBack.pause(ending);
      else heldBack.reset();
      if (result === "idle") await wakeUps.sleep(pollMs, ending);
    }
  } finally {
    await client.end().catch(() => {});
  }
}
