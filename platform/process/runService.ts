import { z } from "zod";
import { flushCompileCache } from "node:module";
import { EnvError, parseEnv } from "../env/parseEnv.ts";
import { logLevel } from "../env/pieces.ts";
import { createLogger, type Logger } from "../logging/logger.ts";
import { collectAfterStart } from "./collectWhenQuiet.ts";

export interface ServiceContext {
  readonly logger: Logger;
  /** Aborted as soon as the process gets a signal to end, so that a start that waits for a database can give up. */
  readonly ending: AbortSignal;
}

export interface RunningService {
  stop(): Promise<void>;
}

/** Exit code for settings that can't work, as in sysexits.h: restarting does not help. */
const exitConfig = 78;

/** Below the 5 s that the supervisor waits before it kills. */
const stopTimeoutMs = 4500;

/**
 * Runs a service as the whole of this process. SIGTERM, SIGINT and the death of a supervisor (its IPC channel closes)
 * stop it in an orderly way: exit 0. A failed start and every unexpected error end it with exit 1, and bad settings
 * (an EnvError) with 78, so that what is broken is restarted from a known state.
 */
export function runService(name: string, start: (context: ServiceContext) => Promise<RunningService>): void {
  // What it makes (the spool, the replica, SQL users) is for its own user alone.
  process.umask(0o077);
  // Warnings of Node and our last words go there: an output that takes nothing, on a full disk say, ends nothing.
  process.stderr.on("error", () => {});
  const logger = loggerOf(name);
  const ending = new AbortController();
  const fail = (error: unknown, what: string): void => {
    if (error instanceof EnvError) {
      process.stderr.write(`${name}: ${error.message}\n`);
      process.exit(exitConfig);
    }
    logger.fatal({ err: error }, what);
    process.exit(1);
  };
  process.on("uncaughtException", (error) => fail(error, "uncaught exception"));
  process.on("unhandledRejection", (reason) => fail(reason, "unhandled rejection"));

  const started = start({ logger, ending: ending.signal });
  started.then(
    () => {
      logger.info("started");
      // Kept now and not at the end, which may be a kill: where NODE_COMPILE_CACHE is set, the next start is faster.
      flushCompileCache();
      collectAfterStart();
    },
    (error: unknown) => {
      if (!ending.signal.aborted) fail(error, "could not start");
    },
  );

  const end = (reason: string): void => {
    if (ending.signal.aborted) return;
    logger.info({ reason }, "stopping");
    ending.abort(new Error(reason));
    setTimeout(
      () => fail(new Error(`did not stop within ${stopTimeoutMs} ms`), "could not stop"),
      stopTimeoutMs,
    ).unref();
    stopStarted(started).then(
      () => process.exit(0),
      (error: unknown) => fail(error, "could not stop cleanly"),
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", () => end("the supervisor is gone"));
}

async function stopStarted(started: Promise<RunningService>): Promise<void> {
  // A start that failed because it was stopped has nothing to stop.
  const service = await started.catch(() => null);
  await service?.stop();
}

function loggerOf(name: string): Logger {
  try {
    return createLogger(name, parseEnv(z.object({ LOG_LEVEL: logLevel.default("info") })).LOG_LEVEL);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(exitConfig);
  }
}
