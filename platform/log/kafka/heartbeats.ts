import { setTimeout as sleep } from "node:timers/promises";
import { quietly } from "../../retry/unlessAborted.ts";
import { isRebalancing } from "./errors.ts";

/** kafkajs sends no more than one heartbeat a second. */
const heartbeatIntervalMs = 400;

/**
 * Waits for work and sends heartbeats meanwhile. When the group is to be shared out anew, the work may take `graceMs`
 * more: the whole group waits for it. Rejects with the heartbeat's error when our membership in the group is lost, or
 * the grace is over; the work then goes on with nobody waiting for it.
 */
export async function withHeartbeats<T>(
  work: Promise<T>,
  heartbeat: () => Promise<void>,
  graceMs: number,
): Promise<{ result: T; rebalancing: unknown }> {
  const over = new AbortController();
  let rebalancing: unknown = null;
  const sendHeartbeats = async (): Promise<never> => {
    let until = Infinity;
    for (;;) {
      await sleep(heartbeatIntervalMs, undefined, { signal: over.signal });
      try {
        await heartbeat();
      } catch (error) {
        if (!isRebalancing(error)) throw error;
        rebalancing ??= error;
        until = Math.min(until, Date.now() + graceMs);
      }
      if (Date.now() >= until) throw rebalancing;
    }
  };
  try {
    const result = await Promise.race([quietly(work), quietly(sendHeartbeats())]);
    return { result, rebalancing };
  } finally {
    over.abort();
  }
}
