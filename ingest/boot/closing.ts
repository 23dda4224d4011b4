import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "@hoplog/platform/logging/logger.js";

/** Closes opened parts in reverse order. */
export interface Closing {
  add(name: string, close: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Timeout per part, so that a part that hangs does not prevent the others from being closed. */
const timeoutMs = 2000;

export function createClosing(logger: Logger): Closing {
  const open: { name: string; close: () => Promise<void> }[] = [];
  return {
    add: (name, close) => void open.unshift({ name, close }),
    async close() {
      for (const { name, close } of open.splice(0)) {
        const late = sleep(timeoutMs, "late" as const, { ref: false });
        const result = await Promise.race([close(), late]).catch((error: unknown) => {
          logger.warn({ err: error, part: name }, "could not close a part cleanly");
        });
        if (result === "late") logger.warn({ part: name }, "a part did not close in time");
      }
    },
  };
}
