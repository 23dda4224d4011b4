import { setTimeout } from "node:timers/promises";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";

/** Waits, unless the process is about to end: then what was to be asked is left for later. */
export function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      throw new OutgoingError("later", "This api is about to end", error);
    }
  };
}
