import type { Bus } from "@hoplog/platform/bus/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type ClicksCounted, clicksCountedChannel, readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { Counter, type Registry } from "prom-client";

export interface CountedClicksListener {
  onCounted(message: ClicksCounted): void;
  /** Called after the bus was disconnected: messages may have been missed. */
  onGap?(): void;
}

/** Passes ingest's messages about counted batches to listeners in this process. */
export interface CountedClicks {
  /** Adds a listener, and returns a function that removes it. */
  listen(listener: CountedClicksListener): () => void;
  close(): Promise<void>;
}

export interface CountedClicksSettings {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly registry: Registry;
  /** If set, listeners get each message a second time after this delay. */
  readonly againAfterMs?: number | undefined;
}

/**
 * Subscribes once to ingest's messages about counted batches, for all listeners. Invalid messages are counted and
 * logged in one short line.
 */
export async function openCountedClicks(settings: CountedClicksSettings): Promise<CountedClicks> {
  const { bus, logger, registry, againAfterMs } = settings;
  const listeners = new Set<CountedClicksListener>();
  const timers = new Set<NodeJS.Timeout>();
  const announce = (message: ClicksCounted): void => {
    for (const listener of listeners) listener.onCounted(message);
  };
  const refused = new Counter({
    name: "hoplog_api_bus_messages_refused_total",
    help: "Messages of the bus that could not be read",
    registers: [registry],
  });
  const subscription = await bus.subscribe(
    clicksCountedChannel,
    (payload) => {
      const message = readMessage(payload);
      if (typeof message === "string") {
        refused.inc();
        logger.warn({ reason: message, size: payload.length }, "cannot read a message of the bus");
        return;
      }
      announce(message);
      if (againAfterMs === undefined) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        announce(message);
      }, againAfterMs);
      timers.add(timer);
    },
    () => {
      for (const listener of listeners) listener.onGap?.();
    },
  );
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await subscription.unsubscribe();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Returns the parsed message, or the reason why it is invalid. */
function readMessage(payload: string): ClicksCounted | string {
  try {
    return readClicksCounted(payload);
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
