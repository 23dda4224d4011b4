import type { Logger } from "@hoplog/platform/logging/logger.js";
import { keepThread } from "../threads/keepThread.ts";
import type { FeedData, FeedOrder, FeedReport } from "./feedMessages.ts";

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
  const thread = keepThread<FeedOrder, FeedReport>({
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
