import { Worker } from "node:worker_threads";
import type { Logger } from "@hoplog/platform/logging/logger.js";
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
const answerWithinMs = 1500;
const restartMs = 500;
const stopWithinMs = 2000;

/** Feeds the replica on a thread of its own, so that visitors' questions never wait for it. */
export function startFeedWorker(data: FeedData, logger: Logger): FeedWorker {
  const asked = new Map<number, (problem: string | null) => void>();
  let completed = (): void => {};
  const complete = new Promise<void>((resolve) => (completed = resolve));
  let nextId = 1;
  let stopping = false;
  let worker = start();

  function start(): Worker {
    const thread = new Worker(new URL(`./feedThread${extension}`, import.meta.url), {
      workerData: data,
      resourceLimits,
    });
    thread.on("message", (report: FeedReport) => {
      if (report.kind === "complete") completed();
      else asked.get(report.id)?.(report.problem);
    });
    thread.on("error", (error) => logger.error({ err: error }, "the feeding thread failed"));
    thread.on("exit", () => {
      if (!stopping) setTimeout(() => stopping || (worker = start()), restartMs);
    });
    return thread;
  }

  const order = (message: FeedOrder): void => worker.postMessage(message);
  return {
    complete,
    problem: () =>
      new Promise((resolve) => {
        const id = nextId++;
        const answer = (problem: string | null): void => {
          clearTimeout(late);
          asked.delete(id);
          resolve(problem);
        };
        const late = setTimeout(answer, answerWithinMs, "no answer");
        asked.set(id, answer);
        order({ kind: "check", id });
      }),
    async stop() {
      stopping = true;
      const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      order({ kind: "stop" });
      const late = setTimeout(() => void worker.terminate(), stopWithinMs);
      await exited;
      clearTimeout(late);
    },
  };
}

/** This file's own: `.js` when built, `.ts` where Node reads the source. */
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
