import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import { linkTotals, recentlyClicked, accountTotals } from "../../clicks/counts/linkTotals.ts";
import type { CountedClicks } from "./countedClicks.ts";
import { createPubSub } from "./pubSub.ts";
import { createRecentlyCounted } from "./recentlyCounted.ts";

export interface LinkCount {
  readonly linkId: string;
  readonly clicks: number;
  readonly clicksWithBots: number;
}

export interface WorkspaceCount {
  readonly clicks: number;
  readonly clicksWithBots: number;
}

/** Streams totals whenever they change, until the subscriber stops. */
export interface LiveCounts {
  /** Streams the totals of each of an account's links. */
  subscribeToLinks(ownerId: string): AsyncIterable<LinkCount>;
  /** Streams the totals of one link. */
  subscribeToLink(ownerId: string, linkId: string): AsyncIterable<LinkCount>;
  /** Streams the totals of the account. */
  subscribeToAccount(ownerId: string): AsyncIterable<WorkspaceCount>;
  close(): void;
}

export interface LiveCountsSettings {
  readonly counted: CountedClicks;
  readonly clickhouse: ClickHouseClient;
  readonly logger: Logger;
  readonly traces: Traces;
}

/** Delay that combines messages, in ms. Messages that arrive during a query are combined too. */
const debounceMs = 25;

/** After a bus outage, links clicked within this time may have changed without a message. */
const gapSeconds = 15 * 60;

/** Converts messages about counted batches to totals read from ClickHouse, without counting anything itself. */
export function createLiveCounts({ counted, clickhouse, logger, traces }: LiveCountsSettings): LiveCounts {
  const linkCounts = createPubSub<LinkCount>();
  const accountCounts = createPubSub<WorkspaceCount>();
  const recent = createRecentlyCounted();
  const isRead = (ownerId: string): boolean =>
    linkCounts.hasSubscribers(ownerId) || accountCounts.hasSubscribers(ownerId);
  let changed = new Map<string, string>();
  /** Time of receipt of each batch's message, until its changes have been sent. */
  let receivedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let pushing = false;

  const schedulePush = (): void => {
    if (!pushing && changed.size > 0) timer ??= setTimeout(push, debounceMs);
  };

  async function push(): Promise<void> {
    const due = changed;
    changed = new Map();
    const batches = receivedAt;
    receivedAt = new Map();
    timer = null;
    pushing = true;
    try {
      await Promise.all([pushLinks(due), pushAccounts(new Set(due.values()))]);
      for (const [batchId, at] of batches) traces.step(batchId, "push", at, Date.now());
    } catch (error) {
      logger.warn({ err: error }, "cannot read live counts");
      for (const [linkId, ownerId] of due) if (isRead(ownerId)) changed.set(linkId, ownerId);
      timer = setTimeout(push, 1000);
    }
    pushing = false;
    schedulePush();
  }

  async function pushLinks(due: ReadonlyMap<string, string>): Promise<void> {
    const read = new Map([...due].filter(([, ownerId]) => linkCounts.hasSubscribers(ownerId)));
    const totals = await linkTotals(clickhouse, [...new Set(read.values())], [...read.keys()]);
    for (const [linkId, { people, all }] of totals) {
      linkCounts.publish(read.get(linkId) ?? "", { linkId, clicks: people, clicksWithBots: all });
    }
  }

  async function pushAccounts(owners: ReadonlySet<string>): Promise<void> {
    const read = [...owners].filter((ownerId) => accountCounts.hasSubscribers(ownerId));
    for (const [ownerId, { people, all }] of await accountTotals(clickhouse, read)) {
      accountCounts.publish(ownerId, { clicks: people, clicksWithBots: all });
    }
  }

  const stopListening = counted.listen({
    onCounted(message) {
      recent.add(message, performance.now());
      const { batchIds, ownerIds, linksOf } = message;
      for (const ownerId of ownerIds.filter(isRead)) {
        for (const linkId of linksOf(ownerId)) changed.set(linkId, ownerId);
        for (const batchId of batchIds) receivedAt.set(batchId, Date.now());
      }
      schedulePush();
    },
    onGap() {
      recentlyClicked(clickhouse, [...linkCounts.keys(), ...accountCounts.keys()], gapSeconds).then(
        (links) => {
          for (const { ownerId, linkId } of links) changed.set(linkId, ownerId);
          schedulePush();
        },
        (error: unknown) =>
          logger.warn({ err: error }, "cannot read the counts that changed while the bus was unavailable"),
      );
    },
  });

  /** Sends totals that changed after the page read its figures, as soon as the page subscribes. */
  const pushRecent = (ownerId: string, linkIds: Iterable<string>): void => {
    for (const linkId of linkIds) changed.set(linkId, ownerId);
    schedulePush();
  };
  const pushRecentOf = (ownerId: string) => () => pushRecent(ownerId, recent.linksOf(ownerId, performance.now()));

  return {
    subscribeToLinks: (ownerId) => linkCounts.subscribe(ownerId, { onSubscribed: pushRecentOf(ownerId) }),
    subscribeToLink: (ownerId, linkId) =>
      linkCounts.subscribe(ownerId, {
        wanted: (count) => count.linkId === linkId,
        onSubscribed: () => {
          if (recent.linksOf(ownerId, performance.now()).has(linkId)) pushRecent(ownerId, [linkId]);
        },
      }),
    subscribeToAccount: (ownerId) => accountCounts.subscribe(ownerId, { onSubscribed: pushRecentOf(ownerId) }),
    close() {
      if (timer) clearTimeout(timer);
      stopListening();
    },
  };
}
