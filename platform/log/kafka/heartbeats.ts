import { setTimeout as sleep } from "node:timers/promises";
import { quietly } from "../../retry/unlessAborted.ts";
import { isRebalancing } from "./errors.ts";

/** The interval at which we call `heartbeat`; kafkajs sends at most one heartbeat a second. */
const heartbeatIntervalMs = 400;

/**
 * Waits for work and sends heartbeats during that time. When the group starts to rebalance, the work may take up to
 * `graceMs` more, while the whole group waits for it. Rejects with the heartbeat's error if our membership in the group
 * is lost or the grace period is over; the work then continues, but its result is ignored.
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
