import { createNotifier } from "./notifier.ts";
import { createBackoff } from "./retry.ts";

/**
 * Result of a step: `worked` if it did something, `idle` if there is no work, `waiting` if work can't be done for a few
 * more milliseconds, `expecting` if work becomes due at an unknown time; a number is the milliseconds until work
 * becomes due.
 */
export type StepResult = "worked" | "idle" | "waiting" | "expecting" | number;

export interface Steps {
  readonly step: () => Promise<StepResult>;
  /** Maximum milliseconds to wait after a step without work; a notification starts the next step sooner. */
  readonly pollMs: number;
  /** Called after a failed step, before the pause. */
  readonly onFailure: (error: unknown) => void | Promise<void>;
}

export interface RunningWork {
  /** Signals that work may be due. */
  notify(): void;
  /** Resolves once the running step has ended. */
  stop(): Promise<void>;
}

/** The pause after a step that returned `expecting`, in milliseconds. */
const expectingMs = 1000;

/** Runs steps until stopped. Pauses after a failure, for up to five seconds. */
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
