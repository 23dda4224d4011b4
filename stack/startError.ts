import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { EngineError } from "./engines/engine.ts";

/** A start that can't work for a reason that the user can mend; the message says how, and no stack trace is shown. */
export class StartError extends Error {
  override name = "StartError";
}

/** What the user sees of an error: the message alone where they can mend it, everything otherwise. */
export function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof EngineError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
