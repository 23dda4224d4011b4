import type { Batch } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Build } from "./build.ts";
import type { FeedState, Replica } from "./replica.ts";

export interface FirstFillingSettings {
  readonly replica: Replica;
  readonly stateAt: (batch: Batch) => FeedState;
  readonly now: () => number;
  readonly logger: Logger;
  /** So many records wait, or fewer where the log says so of a compacted topic. */
  readonly expected: number;
  /** The replica holds what was there at the beginning. */
  readonly onComplete: () => void;
}

/** When nothing has come for so long, there were fewer records than expected. In milliseconds. */
const quietMs = 5000;

/**
 * Gathers a log up to its end, makes the replica of it at once, and from then on applies what comes. The end is where as
 * much has come as was there at the beginning, or a record that was not there yet, or nothing more.
 */
export function createFirstFilling(settings: FirstFillingSettings) {
  const { replica, stateAt, now, logger, expected, onComplete } = settings;
  const begunAt = now();
  let gathered = 0;
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

  if (expected === 0) onComplete();

  return {
    async deliver(batch: Batch): Promise<void> {
      clearTimeout(quiet);
      await finishing;
      const state = stateAt(batch);
      if (!build) return replica.apply(batch.records, state);
      build.add(batch.records);
      gathered += batch.records.length;
      const last = batch.records.at(-1);
      if (gathered >= expected || (last && last.recordedAt >= begunAt)) return finish(state);
      quiet = setTimeout(finishQuietly, quietMs, state);
    },
    /** Leaves what is not complete to the next start. */
    async stop(): Promise<void> {
      clearTimeout(quiet);
      await finishing;
    },
  };
}
