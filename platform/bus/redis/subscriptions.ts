import type { Redis } from "ioredis";
import type { Logger } from "../../logging/logger.ts";
import { createBackoff } from "../../retry/retry.ts";
import type { BusSubscription } from "../port.ts";

export interface Subscriber {
  onMessage(payload: string): void;
  onGap(): void;
}

export interface Subscriptions {
  /** Resolves when Redis has confirmed the subscription; rejects if `end` is called before that. */
  add(channel: string, subscriber: Subscriber): Promise<BusSubscription>;
  end(): void;
}

/**
 * Interval of connection probes in milliseconds: without them, a connection whose peer vanished silently would never
 * fail.
 */
const probeIntervalMs = 10_000;

/** Manages all subscriptions of a process, on one dedicated connection; they are renewed whenever it reconnects. */
export function createSubscriptions(client: Redis, logger: Logger): Subscriptions {
  const channels = new Map<string, Set<Subscriber>>();
  const ending = new AbortController();
  let connections = 0;

  client.on("message", (channel: string, payload: string) => {
    for (const { onMessage } of channels.get(channel) ?? []) call(() => onMessage(payload));
  });
  client.on("ready", () => {
    connections += 1;
    if (connections > 1) void renew(connections);
  });
  const probe = setInterval(() => {
    if (client.status === "ready") client.ping().catch(() => client.disconnect(true));
  }, probeIntervalMs);
  probe.unref();

  async function renew(connection: number): Promise<void> {
    try {
      if (channels.size > 0) await client.subscribe(...channels.keys());
    } catch (error) {
      logger.warn({ err: error }, "could not subscribe again");
      // If the connection itself was lost, the client is already reconnecting.
      if (connection === connections && client.status === "ready") client.disconnect(true);
      return;
    }
    for (const all of channels.values()) for (const { onGap } of all) call(onGap);
  }

  function call(action: () => void): void {
    if (ending.signal.aborted) return;
    try {
      action();
    } catch (error) {
      logger.error({ err: error }, "a bus subscriber failed");
    }
  }

  async function subscribe(channel: string): Promise<void> {
    const backoff = createBackoff(50, 2000);
    for (;;) {
      try {
        await client.subscribe(channel);
        return;
      } catch (error) {
        if (ending.signal.aborted) throw error;
        await backoff.pause(ending.signal);
      }
    }
  }

  return {
    async add(channel, subscriber) {
      const known = channels.get(channel);
      if (known) known.add(subscriber);
      else channels.set(channel, new Set([subscriber]));
      await subscribe(channel);
      return {
        async unsubscribe() {
          const all = channels.get(channel);
          if (!all?.delete(subscriber) || all.size > 0 || ending.signal.aborted) return;
          channels.delete(channel);
          // If the connection is being lost, Redis has dropped the subscription anyway.
          await client.unsubscribe(channel).catch(() => {});
        },
      };
    },
    end() {
      ending.abort();
      clearInterval(probe);
    },
  };
}
