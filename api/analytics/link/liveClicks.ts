import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { type Click, clicksOfBatches } from "./clickLog.ts";
import type { CountedClicks } from "./countedClicks.ts";
import { createPubSub } from "./pubSub.ts";

export interface LiveClicks {
  /** Streams new clicks of a link, by people and bots, until the subscriber stops. */
  subscribeToLink(ownerId: string, linkId: string): AsyncIterable<Click>;
  close(): Promise<void>;
}

export interface LiveClicksSettings {
  readonly counted: CountedClicks;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
}

/** Maximum clicks sent per group of batches, which may contain 100,000 clicks of one link. */
const maxAtOnce = 200;

/** Maximum remembered messages. Batches are announced again when they are written again after a failure. */
const rememberedMessages = 1000;

/**
 * Reads the clicks of announced batches from ClickHouse, for links with subscribers. Batches announced while the bus
 * was disconnected are not sent; the click log contains them.
 */
export function createLiveClicks({ counted, clickhouse, logger }: LiveClicksSettings): LiveClicks {
  const pubSub = createPubSub<Click>();
  const seen = new Set<string>();
  let reading = Promise.resolve();

  async function show(
    link: { readonly ownerId: string; readonly id: string },
    batchIds: readonly string[],
  ): Promise<void> {
    const shown = `${link.id} ${batchIds.length} ${batchIds[0]}`;
    if (seen.has(shown) || !pubSub.hasSubscribers(keyOf(link.ownerId, link.id))) return;
    seen.add(shown);
    const [oldest] = seen;
    if (seen.size > rememberedMessages && oldest !== undefined) seen.delete(oldest);
    try {
      const clicks = await clicksOfBatches(clickhouse, link, batchIds, maxAtOnce);
      // The queried ClickHouse replica may not have the batches yet: the message is forgotten, so that its repetition
      // is read.
      if (clicks.length === 0) seen.delete(shown);
      for (const click of clicks) pubSub.publish(keyOf(link.ownerId, link.id), click);
    } catch (error) {
      logger.warn({ err: error }, "cannot read live clicks");
    }
  }

  const stopListening = counted.listen({
    onCounted({ batchIds, linksOf }) {
      for (const key of pubSub.keys()) {
        const [ownerId = "", id = ""] = key.split(" ");
        if (linksOf(ownerId).has(id)) reading = reading.then(() => show({ ownerId, id }, batchIds));
      }
    },
  });

  return {
    subscribeToLink: (ownerId, linkId) => pubSub.subscribe(keyOf(ownerId, linkId)),
    async close() {
      stopListening();
      await reading;
    },
  };
}

function keyOf(ownerId: string, linkId: string): string {
  return `${ownerId} ${linkId}`;
}
