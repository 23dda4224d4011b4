import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Click, clicksOfBatch } from "./clickLog.ts";
import type { CountedClicks } from "./countedClicks.ts";
import { createReaders } from "./readers.ts";

export interface LiveClicks {
  /** The new clicks of a link, people and bots, until the reader stops. */
  ofLink(ownerId: string, linkId: string): AsyncIterable<Click>;
  close(): Promise<void>;
}

export interface LiveClicksSettings {
  readonly counted: CountedClicks;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
}

/** Of one batch no more are shown: it may bring 50,000 clicks of one link. */
const mostOfBatch = 200;

/** A batch that is written anew after a failure is announced again; so many are remembered. */
const rememberedBatches = 1000;

/**
 * Reads the clicks of each batch that the bus announces back from ClickHouse, for links that somebody watches. What was
 * announced while the bus was away is not shown here: the click log has it.
 */
export function createLiveClicks({ counted, clickhouse, logger }: LiveClicksSettings): LiveClicks {
  const readers = createReaders<Click>();
  const seen = new Set<string>();
  let reading = Promise.resolve();

  async function show(link: { readonly ownerId: string; readonly id: string }, batchId: string): Promise<void> {
    const shown = `${link.id} ${batchId}`;
    if (seen.has(shown) || !readers.has(keyOf(link.ownerId, link.id))) return;
    seen.add(shown);
    const [oldest] = seen;
    if (seen.size > rememberedBatches && oldest !== undefined) seen.delete(oldest);
    try {
      const clicks = await clicksOfBatch(clickhouse, link, batchId, mostOfBatch);
      for (const click of clicks) readers.tell(keyOf(link.ownerId, link.id), click);
    } catch (error) {
      logger.warn({ err: error }, "live clicks can't be read just now");
    }
  }

  const leave = counted.listen({
    heard({ batchId, linksOf }) {
      for (const key of readers.keys()) {
        const [ownerId = "", id = ""] = key.split(" ");
        if (linksOf(ownerId).has(id)) reading = reading.then(() => show({ ownerId, id }, batchId));
      }
    },
  });

  return {
    ofLink: (ownerId, linkId) => readers.read(keyOf(ownerId, linkId)),
    async close() {
      leave();
      await reading;
    },
  };
}

function keyOf(ownerId: string, linkId: string): string {
  return `${ownerId} ${linkId}`;
}
