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
  /** So many records wait, or fewer where the log says so of a compacted topic. */
  readonly expected: number;
  /** So many records could not be read. */
  readonly onUnreadable: (count: number) => void;
  /** The replica holds what was there at the beginning. */
  readonly onComplete: () => void;
}

/** When nothing has come for so long, there were fewer records than expected. In milliseconds. */
const quietMs = 5000;

/**
 * Gathers `links.v2` up to its end, makes the replica of it at once, and from then on applies what comes. The end is where
 * as much has come as was there at the beginning, or a record that was not there yet, or nothing more; but never before the
 * topic has said that it holds every code: until then it may be empty, or half filled.
 */
export function createInitialLoad(settings: InitialLoadSettings) {
  const { replica, stateAt, now, logger, expected, onUnreadable, onComplete } = settings;
  const begunAt = now();
  let received = 0;
  let isTopicComplete = false;
  let build: Build | null = replica.build();
  let quiet: NodeJS.Timeout | undefined;
  /** What is delivered while the replica is being made waits. */
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
      logger.error({ err: error }, "the replica could not be built yet");
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
    /** Leaves what is not complete to the next start. */
    async stop(): Promise<void> {
      clearTimeout(quiet);
      await finishing;
    },
  };
}
