import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { EngineError } from "./engines/engine.ts";

/**
 * Thrown if a start fails for a reason that the user can fix. The message explains how, and no stack trace is shown.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** Returns the text shown for an error: only the message if the user can fix it, otherwise the stack. */
export function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof EngineError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
