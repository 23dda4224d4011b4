import { type ResourceLimits, Worker } from "node:worker_threads";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { createRestartPolicy } from "@hoplog/platform/retry/restartPolicy.js";

export interface ThreadSettings<Order, Report> {
  /** Name of the thread in the log. */
  readonly name: string;
  /** URL of the thread's file, without extension: `.js` when built, `.ts` when Node runs the source. */
  readonly program: URL;
  readonly data: unknown;
  readonly resourceLimits: ResourceLimits;
  readonly logger: Logger;
  readonly onReport: (report: Report) => void;
  /** The first order of each new thread. */
  readonly first?: () => Order;
}

export interface SupervisedThread<Order> {
  /** Sends a message; it is lost while there is no thread. */
  order(message: Order): void;
  /** Sends a stop message, and terminates the thread if it still runs after `timeoutMs`. */
  stop(message: Order, timeoutMs: number): Promise<void>;
}

/** Runs a thread and restarts it when it ends by itself. */
export function superviseThread<Order, Report>(settings: ThreadSettings<Order, Report>): SupervisedThread<Order> {
  const { name, program, data, resourceLimits, logger, onReport, first } = settings;
  const restarts = createRestartPolicy();
  let thread: Worker | null = null;
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;

  function start(): void {
    const startedAt = Date.now();
    const started = new Worker(new URL(program.href + extension), { workerData: data, resourceLimits });
    thread = started;
    started.on("message", onReport);
    started.on("error", (error) => logger.error({ err: error }, `${name} failed`));
    started.on("exit", () => {
      thread = null;
      if (!stopping) restart = setTimeout(start, restarts.delayAfter(Date.now() - startedAt));
    });
    if (first) started.postMessage(first());
  }

  start();
  return {
    order: (message) => thread?.postMessage(message),
    async stop(message, timeoutMs) {
      stopping = true;
      clearTimeout(restart);
      const last = thread;
      if (!last) return;
      const exited = new Promise<void>((resolve) => last.once("exit", () => resolve()));
      last.postMessage(message);
      const late = setTimeout(() => void last.terminate(), timeoutMs);
      await exited;
      clearTimeout(late);
    },
  };
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
