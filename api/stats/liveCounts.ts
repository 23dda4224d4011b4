import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { BatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import { accountTotals } from "../counts/accountTotals.ts";
import { linkTotals, recentlyClicked } from "../counts/linkTotals.ts";
import type { CountedClicks } from "./countedClicks.ts";
import { createReaders } from "./readers.ts";

export interface LinkCount {
  readonly linkId: string;
  readonly clicks: number;
  readonly clicksWithBots: number;
}

export interface AccountCount {
  readonly clicks: number;
  readonly clicksWithBots: number;
}

/** Each gives totals each time they have changed, until the reader stops. */
export interface LiveCounts {
  /** Those of each of an account's links. */
  ofAccount(ownerId: string): AsyncIterable<LinkCount>;
  /** Those of one link. */
  ofLink(ownerId: string, linkId: string): AsyncIterable<LinkCount>;
  /** Those of the account as a whole. */
  sumOfAccount(ownerId: string): AsyncIterable<AccountCount>;
  close(): void;
}

export interface LiveCountsSettings {
  readonly counted: CountedClicks;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
  readonly traces: BatchTraces;
}

/** Messages that come this close together (ms) lead to one question. A question that runs gathers the next ones too. */
const gatherMs = 25;

/** After the bus was away: links clicked within these seconds may have changed unheard. */
const gapSeconds = 15 * 60;

/** Turns "these links have changed" from the bus into totals read from ClickHouse: nothing is ever added up here. */
export function createLiveCounts({ counted, clickhouse, logger, traces }: LiveCountsSettings): LiveCounts {
  const linkReaders = createReaders<LinkCount>();
  const accountReaders = createReaders<AccountCount>();
  const isRead = (ownerId: string): boolean => linkReaders.has(ownerId) || accountReaders.has(ownerId);
  let changed = new Map<string, string>();
  /** Batches whose news has come, and when: until what they changed has been pushed. */
  let heard = new Map<string, number>();
  let gathering: NodeJS.Timeout | null = null;
  let pushing = false;

  const gather = (): void => {
    if (!pushing && changed.size > 0) gathering ??= setTimeout(push, gatherMs);
  };

  async function push(): Promise<void> {
    const due = changed;
    changed = new Map();
    const batches = heard;
    heard = new Map();
    gathering = null;
    pushing = true;
    try {
      await Promise.all([pushLinks(due), pushAccounts(new Set(due.values()))]);
      for (const [batchId, heardAt] of batches) traces.step(batchId, "push", heardAt, Date.now());
    } catch (error) {
      logger.warn({ err: error }, "live counts can't be read just now");
      for (const [linkId, ownerId] of due) if (isRead(ownerId)) changed.set(linkId, ownerId);
      gathering = setTimeout(push, 1000);
    }
    pushing = false;
    gather();
  }

  async function pushLinks(due: ReadonlyMap<string, string>): Promise<void> {
    const read = new Map([...due].filter(([, ownerId]) => linkReaders.has(ownerId)));
    const totals = await linkTotals(clickhouse, [...new Set(read.values())], [...read.keys()]);
    for (const [linkId, { people, all }] of totals) {
      linkReaders.tell(read.get(linkId) ?? "", { linkId, clicks: people, clicksWithBots: all });
    }
  }

  async function pushAccounts(owners: ReadonlySet<string>): Promise<void> {
    const read = [...owners].filter((ownerId) => accountReaders.has(ownerId));
    for (const [ownerId, { people, all }] of await accountTotals(clickhouse, read)) {
      accountReaders.tell(ownerId, { clicks: people, clicksWithBots: all });
    }
  }

  const leave = counted.listen({
    heard({ batchId, ownerIds, linksOf }) {
      for (const ownerId of ownerIds.filter(isRead)) {
        for (const linkId of linksOf(ownerId)) changed.set(linkId, ownerId);
        heard.set(batchId, Date.now());
      }
      gather();
    },
    missed() {
      recentlyClicked(clickhouse, [...linkReaders.keys(), ...accountReaders.keys()], gapSeconds).then(
        (links) => {
          for (const { ownerId, linkId } of links) changed.set(linkId, ownerId);
          gather();
        },
        (error: unknown) => logger.warn({ err: error }, "can't tell what changed while the bus was away"),
      );
    },
  });

  return {
    ofAccount: (ownerId) => linkReaders.read(ownerId),
    ofLink: (ownerId, linkId) => linkReaders.read(ownerId, (count) => count.linkId === linkId),
    sumOfAccount: (ownerId) => accountReaders.read(ownerId),
    close() {
      if (gathering) clearTimeout(gathering);
      leave();
    },
  };
}
