import { createNotifier } from "./notifier.ts";
import { createBackoff } from "./retry.ts";

/**
 * What a step has found: `waiting` is for work that is there but can't be done for a few milliseconds yet, `expecting` for work
 * that is there and becomes due at an unknown time; a number says in how many milliseconds it becomes due.
 */
export type StepResult = "worked" | "idle" | "waiting" | "expecting" | number;

export interface Steps {
  readonly step: () => Promise<StepResult>;
  /** After a step that found nothing to do, the next one follows a notification, or so many milliseconds. */
  readonly pollMs: number;
  /** Called after a step that failed, before the pause. */
  readonly onFailure: (error: unknown) => void | Promise<void>;
}

export interface RunningWork {
  /** Work may be due. */
  notify(): void;
  /** Resolves once the step under way has ended. */
  stop(): Promise<void>;
}

/** How soon the next step follows one that expects work. */
const expectingMs = 1000;

/** Works step by step until stopped. After a failure it pauses, up to five seconds. */
export function startSteps({ step, pollMs, onFailure }: Steps): RunningWork {
  const ending = new AbortController();
  const { signal } = ending;
  const notifier = createNotifier();

  async function run(): Promise<void> {
    const failing = createBackoff(100, 5000);
    const waiting = createBackoff(4, 200);
    while (!signal.aborted) {
      try {
        const result = await step();
        failing.reset();
        if (result === "waiting") {
          await waiting.pause(signal);
          continue;
        }
        waiting.reset();
        if (result !== "worked") await notifier.wait(Math.min(pollMs, waitAfter(result)), signal);
      } catch (error) {
        await onFailure(error);
        await failing.pause(signal);
      }
    }
  }

  const running = run();
  return {
    notify: () => notifier.notify(),
    async stop() {
      ending.abort();
      await running;
    },
  };
}

function waitAfter(result: "idle" | "expecting" | number): number {
  if (result === "idle") return Infinity;
  return result === "expecting" ? expectingMs : Math.max(0, result);
}
