import type { Position } from "@hoplog/platform/log/port.js";
import type { Database } from "lmdb";
import { z } from "zod";

/** The part of the log that a replica has applied. */
export interface FeedState {
  /** Name of the log that `position` belongs to; null before the replica was complete for the first time. */
  readonly log: string | null;
  /**
   * Position in the log; null before the replica was complete for the first time, and while a rebuild replaces its
   * contents.
   */
  readonly position: Position | null;
  /** Time at which the replica was last known to be complete, in milliseconds since the epoch. */
  readonly completeAt: number;
}

const feedKey = "feed";
const position = z.custom<Position>((value) => typeof value === "string");
const schema = z.object({
  log: z.string().nullable(),
  position: position.nullable(),
  completeAt: z.number(),
});
const never: FeedState = { log: null, position: null, completeAt: 0 };

export function readFeedState(meta: Database<unknown, string>): FeedState {
  const stored = schema.safeParse(meta.get(feedKey));
  return stored.success ? stored.data : never;
}

/** Writes the feed state; call only within a transaction. */
export function writeFeedState(meta: Database<unknown, string>, feed: FeedState): void {
  meta.putSync(feedKey, { ...feed });
}
