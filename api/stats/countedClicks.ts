import type { Bus } from "@hoplog/platform/bus/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type ClicksCounted, clicksCountedChannel, readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { firstIssue } from "@hoplog/schema/firstIssue.js";
import { Counter, type Registry } from "prom-client";
import { z } from "zod";

export interface CountedClicksListener {
  heard(news: ClicksCounted): void;
  /** The bus was away: news may have been missed. */
  missed?(): void;
}

/** What ingest tells of batches that it has counted, for whoever listens in this process. */
export interface CountedClicks {
  /** Returns what ends it. */
  listen(listener: CountedClicksListener): () => void;
  close(): Promise<void>;
}

export interface CountedClicksSettings {
  readonly bus: Bus;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Hears each message once, however many listen. One that can't be read is counted and told in one short line. */
export async function openCountedClicks({ bus, logger, registry }: CountedClicksSettings): Promise<CountedClicks> {
  const listeners = new Set<CountedClicksListener>();
  const refused = new Counter({
    name: "hoplog_api_bus_messages_refused_total",
    help: "Messages of the bus that could not be read",
    registers: [registry],
  });
  const subscription = await bus.subscribe(
    clicksCountedChannel,
    (payload) => {
      const news = readNews(payload);
      if (typeof news === "string") {
        refused.inc();
        logger.warn({ reason: news, size: payload.length }, "a message of the bus can't be read");
        return;
      }
      for (const listener of listeners) listener.heard(news);
    },
    () => {
      for (const listener of listeners) listener.missed?.();
    },
  );
  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => subscription.unsubscribe(),
  };
}

/** Why it can't be read, where it can't. */
function readNews(payload: string): ClicksCounted | string {
  try {
    return readClicksCounted(payload);
  } catch (error) {
    if (error instanceof SyntaxError) return "no JSON";
    if (error instanceof z.ZodError) return firstIssue(error);
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
