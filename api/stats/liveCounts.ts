import type { ClickHouseClient } from "@clickhouse/client";
import { Repeater, SlidingBuffer } from "@graphql-yoga/subscription";
import type { Bus } from "@hoplog/platform/bus/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { clicksCountedChannel, clicksCountedSchema } from "@hoplog/schema/bus/clicksCounted.js";
import { linkTotals, recentlyClicked } from "./linkTotals.ts";

export interface LinkCount {
  readonly linkId: string;
  readonly clicks: number;
  readonly clicksWithBots: number;
}

export interface LiveCounts {
  /** The totals of an account's links, each time they have changed, until the reader stops. */
  ofAccount(ownerId: string): AsyncIterable<LinkCount>;
  close(): Promise<void>;
}

export interface LiveCountsSettings {
  readonly bus: Bus;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
}

/** Messages that come this close together (ms) lead to one question. A question that runs gathers the next ones too. */
const gatherMs = 25;

/** After the bus was away: links clicked within these seconds may have changed unheard. */
const gapSeconds = 15 * 60;

/** Turns "these links have changed" from the bus into totals read from ClickHouse: nothing is ever added up here. */
export async function createLiveCounts({ bus, clickhouse, logger }: LiveCountsSettings): Promise<LiveCounts> {
  const readers = new Map<string, Set<(count: LinkCount) => void>>();
  let changed = new Map<string, string>();
  let gathering: NodeJS.Timeout | null = null;
  let pushing = false;

  const gather = (): void => {
    if (!pushing && changed.size > 0) gathering ??= setTimeout(push, gatherMs);
  };

  async function push(): Promise<void> {
    const due = changed;
    changed = new Map();
    gathering = null;
    pushing = true;
    try {
      const totals = await linkTotals(clickhouse, [...new Set(due.values())], [...due.keys()]);
      for (const [linkId, { people, all }] of totals) {
        const count = { linkId, clicks: people, clicksWithBots: all };
        for (const tell of readers.get(due.get(linkId) ?? "") ?? []) tell(count);
      }
    } catch (error) {
      logger.warn({ err: error }, "live counts can't be read just now");
      for (const [linkId, ownerId] of due) if (readers.has(ownerId)) changed.set(linkId, ownerId);
      gathering = setTimeout(push, 1000);
    }
    pushing = false;
    gather();
  }

  const subscription = await bus.subscribe(
    clicksCountedChannel,
    (payload) => {
      for (const { ownerId, linkId } of clicksCountedSchema.parse(JSON.parse(payload)).links) {
        if (readers.has(ownerId)) changed.set(linkId, ownerId);
      }
      gather();
    },
    () => {
      recentlyClicked(clickhouse, [...readers.keys()], gapSeconds).then(
        (links) => {
          for (const { ownerId, linkId } of links) changed.set(linkId, ownerId);
          gather();
        },
        (error: unknown) => logger.warn({ err: error }, "can't tell what changed while the bus was away"),
      );
    },
  );

  return {
    ofAccount(ownerId) {
      return new Repeater<LinkCount>(async (push, stop) => {
        const tell = (count: LinkCount): void => void push(count);
        const tellAll = readers.get(ownerId) ?? new Set();
        readers.set(ownerId, tellAll.add(tell));
        await stop;
        tellAll.delete(tell);
        if (tellAll.size === 0) readers.delete(ownerId);
        // A reader that has fallen this far behind misses counts; each is a total, so the next one mends it.
      }, new SlidingBuffer(10_000));
    },
    async close() {
      if (gathering) clearTimeout(gathering);
      await subscription.unsubscribe();
    },
  };
}
