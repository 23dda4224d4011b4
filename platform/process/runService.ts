import { z } from "zod";
import { flushCompileCache } from "node:module";
import { EnvError, parseEnv } from "../env/parseEnv.ts";
import { logLevel } from "../env/pieces.ts";
import { createLogger, type Logger } from "../logging/logger.ts";
import { collectAfterStart } from "./collectWhenQuiet.ts";

export interface ServiceContext {
  readonly logger: Logger;
  /**
   * Aborted as soon as the process gets a termination signal, so that a start that waits for a database can give up.
   */
  readonly ending: AbortSignal;
}

export interface RunningService {
  stop(): Promise<void>;
}

/** Exit code for invalid settings, as in sysexits.h: restarting doesn't help. */
const exitConfig = 78;

/** Timeout of a stop in milliseconds, less than the 5 s after which the supervisor kills the process. */
const stopTimeoutMs = 4500;

/**
 * Runs a service as the whole of this process. SIGTERM, SIGINT and the death of a supervisor (its IPC channel closes)
 * stop it gracefully with exit code 0. A failed start and every unexpected error end it with exit code 1, and invalid
 * settings (an EnvError) with 78, so that a broken service is restarted from a known state.
 */
export function runService(name: string, start: (context: ServiceContext) => Promise<RunningService>): void {
  // Files that the service creates (the spool, the replica, SQL users) are accessible only to its own user.
  process.umask(0o077);
  // Ignores failed writes of Node's warnings and of our last messages, for example on a full disk.
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
      // The compile cache is saved now instead of at exit, because the process may be killed: with NODE_COMPILE_CACHE
      // the next start is then faster.
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
      () => fail(new Error(`the service did not stop within ${stopTimeoutMs} ms`), "could not stop"),
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
  // If the start failed because of the stop, there is nothing to stop.
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
