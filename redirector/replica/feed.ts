import type { Batch, Consumption, EventLog } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createBackoff } from "@hoplog/platform/retry/retry.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { FeedState } from "./feedState.ts";
import { createInitialLoad } from "./initialLoad.ts";
import type { Replica } from "./replica.ts";

export interface FeedSettings {
  readonly replica: Replica;
  /** Opens the log; rejects while it can't be reached. */
  readonly openLog: () => Promise<EventLog>;
  readonly logger: Logger;
  readonly now: () => number;
  /** Called once when the replica is complete; if it already was at the start, when the log is reached. */
  readonly onComplete?: () => void;
  /** Called with the number of unreadable records of `links.v2`. */
  readonly onUnreadable?: (count: number) => void;
}

export interface Feed {
  /** Checks the log; rejects while it can't be reached. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

const limits = { maxRecords: 10_000, maxBytes: 8 * 1024 * 1024 };

/** Interval at which the time is stored until which the replica is known to be complete. */
const noteIntervalMs = 60_000;

/**
 * Maximum milliseconds offline, a day less than the topic retains its tombstones. After a longer time the replica can't
 * know which codes were deleted and is rebuilt.
 */
const maxAwayMs = linksV2.tombstoneMs - 24 * 60 * 60 * 1000;

/**
 * Applies `links.v2` to the replica. Starts immediately and connects in the background: redirects don't wait for it.
 */
export function startFeed(settings: FeedSettings): Feed {
  const { replica, openLog, logger, now, onComplete = () => {} } = settings;
  const ending = new AbortController();
  let log: EventLog | null = null;
  let consumption: Consumption | null = null;
  let initialLoad: ReturnType<typeof createInitialLoad> | null = null;

  const note = setInterval(() => {
    log?.ping().then(
      () => {
        const state = replica.feedState();
        return state.position === null ? undefined : replica.setFeedState({ ...state, completeAt: now() });
      },
      () => {},
    );
  }, noteIntervalMs);

  const started = (async () => {
    const backoff = createBackoff(100, 5000);
    while (!ending.signal.aborted) {
      try {
        log ??= await openLog();
        consumption = await follow(log);
        return;
      } catch (error) {
        logger.warn({ err: error }, "cannot reach the feed of links; retrying");
        await backoff.pause(ending.signal);
      }
    }
  })();

  async function follow(source: EventLog): Promise<Consumption> {
    const state = replica.feedState();
    const reason = rebuildReason(state, source.name, now());
    if (reason === null) {
      const resumed = resume(source, state);
      onComplete();
      return resumed;
    }
    if (state.position !== null) {
      logger.warn({ completeAt: state.completeAt }, `rebuilding the replica: ${reason}`);
    }
    // The lag of a consumer that does not exist is the size of the topic.
    const expected = await source.lag(linksV2, "first build");
    initialLoad = createInitialLoad({
      replica,
      stateAt: (batch) => stateAt(source, batch),
      now,
      logger,
      expected,
      onUnreadable,
      onComplete,
    });
    return source.follow(linksV2, null, limits, initialLoad.deliver);
  }

  function resume(source: EventLog, { position }: FeedState): Consumption {
    return source.follow(linksV2, position, limits, async (batch) => {
      const unreadable = await replica.apply(batch.records, stateAt(source, batch));
      if (unreadable > 0) onUnreadable(unreadable);
    });
  }

  function onUnreadable(count: number): void {
    logger.error({ count }, "records of links.v2 are unreadable: their links are answered with status 503");
    settings.onUnreadable?.(count);
  }

  const stateAt = (source: EventLog, { position }: Batch): FeedState => ({
    log: source.name,
    position,
    completeAt: now(),
  });

  return {
    async check() {
      if (!log) throw new Error("the link feed is not connected yet");
      await log.ping();
    },
    async stop() {
      ending.abort();
      clearInterval(note);
      await started;
      await consumption?.stop();
      await initialLoad?.stop();
      await log?.close();
    },
  };
}

/** Returns the reason to rebuild the replica; null if the feed can resume. */
function rebuildReason({ log, position, completeAt }: FeedState, name: string, now: number): string | null {
  if (position === null) return "it was never complete";
  if (now - completeAt > maxAwayMs) return "it was disconnected for too long";
  if (log !== name) return "it was built from another log";
  return null;
}
