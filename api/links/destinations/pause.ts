import { setTimeout } from "node:timers/promises";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";

/** Returns a function that waits before a request, but throws on shutdown; the request is then sent later. */
export function pauseUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      throw new OutgoingError("later", "This api process is shutting down", error);
    }
  };
}
