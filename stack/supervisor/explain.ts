import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { EngineError } from "../engines/engine.ts";
import { StartError } from "../startError.ts";

/** What the user sees of an error: the message alone where they can mend it, everything otherwise. */
export function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof EngineError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
