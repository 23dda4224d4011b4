import type { Consumption, EventLog } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createBackoff } from "@hoplog/platform/retry/backoff.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import type { Replica } from "./replica.ts";

export interface FeedSettings {
  readonly replica: Replica;
  /** Rejects while the log can't be reached. */
  readonly openLog: () => Promise<EventLog>;
  readonly logger: Logger;
  readonly now: () => number;
}

export interface Feed {
  /** Rejects while the log can't be reached just now. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const limits = { maxRecords: 10_000, maxBytes: 8 * 1024 * 1024 };

/** How often the replica notes that it has been complete until now. */
const noteMs = 60_000;

/** A day before the topic forgets which codes were deleted: whoever was away longer can't know, and starts anew. */
const awayMs = linksV1.tombstoneMs - 24 * 60 * 60 * 1000;

/** Keeps the replica in step with `links.v1`. Starts at once and connects in its own time: redirects don't wait for it. */
export function startFeed({ replica, openLog, logger, now }: FeedSettings): Feed {
  const ending = new AbortController();
  let log: EventLog | null = null;
  let consumption: Consumption | null = null;

  const note = setInterval(() => {
    log?.ping().then(
      () => replica.setFeedState({ ...replica.feedState(), completeAt: now() }),
      () => {},
    );
  }, noteMs);

  const started = (async () => {
    const backoff = createBackoff(100, 5000);
    while (!ending.signal.aborted) {
      try {
        log = await openLog();
        consumption = await follow(log);
        return;
      } catch (error) {
        logger.warn({ err: error }, "the feed of links can't be reached yet");
        await backoff.pause(ending.signal);
      }
    }
  })();

  async function follow(source: EventLog): Promise<Consumption> {
    const { position, completeAt } = replica.feedState();
    const tooLong = position !== null && now() - completeAt > awayMs;
    if (tooLong) {
      logger.warn({ completeAt }, "the replica was away for too long and is built anew");
      await replica.clear();
    }
    return source.follow(linksV1, tooLong ? null : position, limits, (batch) =>
      replica.apply(batch.records, { position: batch.position, completeAt: now() }),
    );
  }

  return {
    async check() {
      if (!log) throw new Error("not connected yet");
      await log.ping();
    },
    async stop() {
      ending.abort();
      clearInterval(note);
      await started;
      await consumption?.stop();
      await log?.close();
    },
  };
}
