import { createRestartPolicy } from "@hoplog/platform/retry/restartPolicy.js";
import type { EngineExit, Running } from "../engines/engine.ts";

/** A process to keep running, and callbacks for its events. */
export interface SuperviseOptions {
  /** Starts the process once; `onExit` must be called when the process ends. */
  start(onExit: (exit: EngineExit) => void): Promise<Running>;
  onStart?(pid: number): void;
  /**
   * Called when the process ended unexpectedly or a restart failed; the next attempt follows after `delay`
   * milliseconds.
   */
  onDeath?(reason: EngineExit | Error, delay: number): void;
}

/** A process that is restarted whenever it ends, until stopped. */
export interface SupervisedProcess {
  stop(options?: { hurry?: boolean }): Promise<void>;
  /** Restarts the process for new code or settings; must not be called concurrently. */
  restart(options?: { hurry?: boolean }): Promise<void>;
}

/** Starts the process (rejects if that fails) and restarts it whenever it ends. */
export async function superviseProcess(options: SuperviseOptions): Promise<SupervisedProcess> {
  const restarts = createRestartPolicy();
  let current: Running | undefined;
  let attempt: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let restarting = false;

  const launch = async (): Promise<void> => {
    const startedAt = Date.now();
    let exit: EngineExit | undefined;
    let launched: Running | undefined;
    const ended = (how: EngineExit) => {
      // An exit may be reported after the next start.
      if (current === launched) current = undefined;
      died(how, startedAt);
    };
    launched = await options.start((how) => {
      exit = how;
      // An exit during the start makes start() itself reject.
      if (launched) ended(how);
    });
    current = launched;
    options.onStart?.(launched.pid);
    if (exit) ended(exit);
  };

  const died = (reason: EngineExit | Error, startedAt: number) => {
    if (stopped || restarting || (!(reason instanceof Error) && reason.expected)) return;
    const delay = restarts.delayAfter(Date.now() - startedAt);
    options.onDeath?.(reason, delay);
    if (delay === 0) relaunch();
    else timer = setTimeout(relaunch, delay);
  };

  const relaunch = () => {
    if (stopped) return;
    const startedAt = Date.now();
    attempt = launch().catch((error: unknown) =>
      died(error instanceof Error ? error : new Error(String(error)), startedAt),
    );
  };

  await launch();
  return {
    async stop(how) {
      stopped = true;
      clearTimeout(timer);
      // A running start can't be cancelled, but the process it starts can be stopped.
      await attempt;
      await current?.stop(how);
    },
    async restart(how) {
      restarting = true;
      clearTimeout(timer);
      await attempt;
      await current?.stop(how);
      restarting = false;
      restarts.reset();
      relaunch();
      await attempt;
    },
  };
}
