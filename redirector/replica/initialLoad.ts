import type { Batch } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { isCompleteMarker } from "@hoplog/schema/topics/links/key.js";
import type { Build } from "./build.ts";
import type { FeedState } from "./feedState.ts";
import type { Replica } from "./replica.ts";

export interface InitialLoadSettings {
  readonly replica: Replica;
  readonly stateAt: (batch: Batch) => FeedState;
  readonly now: () => number;
  readonly logger: Logger;
  /** Number of records according to the log; a compacted topic may contain fewer. */
  readonly expected: number;
  /** Called with the number of unreadable records. */
  readonly onUnreadable: (count: number) => void;
  /** Called when the replica contains everything that existed when the load began. */
  readonly onComplete: () => void;
}

/** Milliseconds without records after which the topic is assumed to contain fewer than expected. */
const quietMs = 5000;

/**
 * Collects `links.v2` up to its end, builds the replica from it at once, and then applies later records. The end is
 * reached when the expected number of records has arrived, when a record is newer than the start of the load, or when
 * no records arrive for `quietMs`. It is never reached before the marker that the topic contains every code: before the
 * marker, the topic may be empty or incomplete.
 */
export function createInitialLoad(settings: InitialLoadSettings) {
  const { replica, stateAt, now, logger, expected, onUnreadable, onComplete } = settings;
  const begunAt = now();
  let received = 0;
  let isTopicComplete = false;
  let build: Build | null = replica.build();
  let quiet: NodeJS.Timeout | undefined;
  /** Pending build of the replica; deliveries wait for its end. */
  let finishing: Promise<void> | null = null;

  function finish(state: FeedState): Promise<void> {
    clearTimeout(quiet);
    finishing ??= (build?.finish(state) ?? Promise.resolve()).then(
      () => {
        build = null;
        finishing = null;
        logger.info({ links: replica.size() }, "the replica is complete");
        onComplete();
      },
      (error: unknown) => {
        finishing = null;
        throw error;
      },
    );
    return finishing;
  }

  function finishQuietly(state: FeedState): void {
    finish(state).catch((error: unknown) => {
      logger.error({ err: error }, "could not build the replica yet; retrying");
      quiet = setTimeout(finishQuietly, quietMs, state);
    });
  }

  return {
    async deliver(batch: Batch): Promise<void> {
      clearTimeout(quiet);
      await finishing;
      const state = stateAt(batch);
      const unreadable = build ? build.add(batch.records) : await replica.apply(batch.records, state);
      if (unreadable > 0) onUnreadable(unreadable);
      if (!build) return undefined;
      received += batch.records.length;
      isTopicComplete ||= batch.records.some(({ key, value }) => isCompleteMarker(key, value));
      if (!isTopicComplete) return undefined;
      const last = batch.records.at(-1);
      if (received >= expected || (last && last.recordedAt >= begunAt)) return finish(state);
      quiet = setTimeout(finishQuietly, quietMs, state);
      return undefined;
    },
    /** Stops the load; an incomplete load is repeated at the next start. */
    async stop(): Promise<void> {
      clearTimeout(quiet);
      await finishing;
    },
  };
}
