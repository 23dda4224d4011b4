import type { Logger } from "../logging/logger.ts";
import { createBackoff } from "../retry/retry.ts";

/**
 * Retries a delivery until it succeeds. Resolves with false if an attempt fails and `over` is aborted before the next
 * one; never rejects.
 */
export async function deliverWithRetries(
  deliver: () => Promise<unknown>,
  over: AbortSignal,
  logger: Logger,
): Promise<boolean> {
  const backoff = createBackoff(100, 5000);
  for (;;) {
    try {
      await deliver();
      return true;
    } catch (error) {
      logger.warn({ err: error }, "a delivery failed; retrying");
      await backoff.pause(over);
      if (over.aborted) return false;
    }
  }
}
