import type { KafkaConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { superviseThread } from "../threads/superviseThread.ts";

export interface FeedWorker {
  /** Resolves when the replica has been built; if it already was at the start, when the log is reached. */
  readonly complete: Promise<void>;
  /** Returns the problem with the log; null while it can be reached. */
  problem(): Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Memory limits in megabytes: reading a long log creates much garbage, which must be collected before it fills the
 * machine's memory.
 */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 12 };
const answerTimeoutMs = 1500;
const stopTimeoutMs = 2000;

/** Feeds the replica on a separate thread, so that requests never wait for it. */
export function startFeedWorker(data: FeedData, logger: Logger, onUnreadable: (count: number) => void): FeedWorker {
  const pendingChecks = new Map<number, (problem: string | null) => void>();
  let completed = (): void => {};
  const complete = new Promise<void>((resolve) => (completed = resolve));
  let nextId = 1;
  const thread = superviseThread<FeedOrder, FeedReport>({
    name: "the feeding thread",
    program: new URL("./feedThread", import.meta.url),
    data,
    resourceLimits,
    logger,
    onReport(report) {
      if (report.kind === "complete") completed();
      else if (report.kind === "unreadable") onUnreadable(report.count);
      else pendingChecks.get(report.id)?.(report.problem);
    },
  });

  return {
    complete,
    problem: () =>
      new Promise((resolve) => {
        const id = nextId++;
        const answer = (problem: string | null): void => {
          clearTimeout(late);
          pendingChecks.delete(id);
          resolve(problem);
        };
        const late = setTimeout(answer, answerTimeoutMs, "no response");
        pendingChecks.set(id, answer);
        thread.order({ kind: "check", id });
      }),
    stop: () => thread.stop({ kind: "stop" }, stopTimeoutMs),
  };
}

/** Data that the feed thread is started with. */
export interface FeedData {
  /** Folder of the slot whose replica the thread feeds. */
  readonly slotFolder: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection | undefined;
  readonly logLevel: string;
}

/** Messages from the redirector to the feed thread. */
export type FeedOrder = { readonly kind: "check"; readonly id: number } | { readonly kind: "stop" };

/** Messages from the feed thread. */
export type FeedReport =
  /** `problem` is null when the log can be reached. */
  | { readonly kind: "checked"; readonly id: number; readonly problem: string | null }
  /** The replica was built, now or at an earlier start. */
  | { readonly kind: "complete" }
  /** `count` records could not be read. */
  | { readonly kind: "unreadable"; readonly count: number };
