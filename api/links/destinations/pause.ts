import { setTimeout } from "node:timers/promises";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";

/** Waits, unless the process is shutting down: the request is then left for later. */
export function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      throw new OutgoingError("later", "This api process is shutting down", error);
    }
  };
}
