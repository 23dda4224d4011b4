import type { KafkaConnection } from "@hoplog/platform/env/connections.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { superviseThread } from "../threads/superviseThread.ts";

export interface FeedWorker {
  /** Resolves when the replica knows every code that was there when the feed started. */
  readonly complete: Promise<void>;
  /** Null while the log can be reached; else what is wrong. */
  problem(): Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Reading a long log leaves much garbage behind: with these limits, in megabytes, it is collected instead of growing
 * into the memory of the machine.
 */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 12 };
const answerTimeoutMs = 1500;
const stopTimeoutMs = 2000;

/** Feeds the replica on a thread of its own, so that visitors' requests never wait for it. */
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
        const late = setTimeout(answer, answerTimeoutMs, "no answer");
        pendingChecks.set(id, answer);
        thread.order({ kind: "check", id });
      }),
    stop: () => thread.stop({ kind: "stop" }, stopTimeoutMs),
  };
}

/** What the feeding thread is started with. */
export interface FeedData {
  /** Of the slot whose replica it feeds. */
  readonly slotFolder: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaConnection | undefined;
  readonly logLevel: string;
}

/** From the redirector to the feeding thread. */
export type FeedOrder = { readonly kind: "check"; readonly id: number } | { readonly kind: "stop" };

/** From the feeding thread. */
export type FeedReport =
  /** `problem` is null when the log can be reached. */
  | { readonly kind: "checked"; readonly id: number; readonly problem: string | null }
  /** The replica knows every code that was there when the thread started. */
  | { readonly kind: "complete" }
  /** So many records could not be read. */
  | { readonly kind: "unreadable"; readonly count: number };
