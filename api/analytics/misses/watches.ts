import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "@hoplog/platform/bus/port.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { missesCountedChannel, type MissesCounted, readMissesCounted } from "@hoplog/schema/bus/missesCounted.js";
import { Semaphore } from "async-mutex";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import { createMailbox } from "../live/mailbox.ts";
import { type LiveVisits, liveVisits, type WatchQuestion } from "./liveVisits.ts";
import type { MissMetrics } from "./metrics.ts";
import { filterCondition } from "./question.ts";
import { type MissScope, scopeOf } from "./scope.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { AccountStreamServices } from "../live/accountStreams.ts";

/** Services of this feature for its own routes. */
export interface MissOffer {
  readonly missWatches: Pick<MissWatches, "watch">;
}

/** External dependencies of misses. */
export interface MissServices extends ClickHouse, LinksById, Reads, Clock {}
export type MissCallServices = MissServices & MissOffer;

/** Further dependencies of streams of misses. */
export interface MissStreamServices extends AccountStreamServices, MissOffer {}

export interface MissWatches {
  /**
   * Streams the latest misses, at once, after each change and after `idleMs`, until the subscriber stops. Throws
   * RATE_LIMIT_ERROR if the account watches too many different queries.
   */
  watch(question: WatchQuestion): AsyncIterableIterator<LiveVisits>;
  close(): Promise<void>;
}

export interface MissWatchSettings extends ClickHouse, Logs, Clock, Reads {
  readonly bus: Bus;
  readonly metrics: MissMetrics;
  /** Interval of reads without messages (ms), needed because visits leave the window and domains are added. */
  readonly idleMs?: number;
}

/** Maximum watched queries per account, by filters; any number of subscribers share one. */
export const questionsPerAccount = 20;

/**
 * Minimum time between the starts of two reads of a query (ms). The pause after a read also depends on its duration.
 */
const readEveryMs = 1000;
const restAfterRead = 3;
const restMaxMs = 10_000;
const retryMs = 1000;
/** Replication delay: the queried replica may have visits later than the one they were written to. */
const replicationMs = 2000;
/** Maximum concurrent reads of all queries. */
const readsAtOnce = 2;

interface Watched {
  readonly question: WatchQuestion;
  readonly subscribers: Set<(event: LiveVisits) => void>;
  /** The last result, sent to new subscribers at once. */
  last: LiveVisits | null;
  scope: MissScope | null;
  isDue: boolean;
  wake: () => void;
  /** Frees the account's slot in the quota of watched queries. */
  readonly release: () => void;
}

/**
 * Converts messages about counted misses of accounts and domains to the latest visits in ClickHouse. Each event
 * contains the whole window, so repeated or late messages count once. One read serves all subscribers of the same
 * query.
 */
export async function openMissWatches(settings: MissWatchSettings): Promise<MissWatches> {
  const { bus, clickhouse, logger, metrics, idleMs = 60_000 } = settings;
  const watchedBy = new Map<string, Watched>();
  const quota = createQuota(questionsPerAccount);
  const reads = new Semaphore(readsAtOnce);
  const closing = new AbortController();
  const runs = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const due = (watched: Watched): void => {
    watched.isDue = true;
    watched.wake();
  };

  function announce({ ownerIds, domains }: MissesCounted): void {
    for (const watched of watchedBy.values()) {
      const { question, scope } = watched;
      const isTheirs = ownerIds.includes(question.ownerId) || domains.some((domain) => scope?.domains.includes(domain));
      if (isTheirs) due(watched);
    }
  }

  function onMessage(payload: string): void {
    if (watchedBy.size === 0) return;
    try {
      const message = readMissesCounted(payload);
      announce(message);
      if (clickhouse.cluster === undefined) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        announce(message);
      }, replicationMs);
      timers.add(timer);
    } catch (error) {
      metrics.refused.inc();
      logger.warn({ err: error, size: payload.length }, "cannot read a message of the bus");
    }
  }

  const subscription = await bus.subscribe(missesCountedChannel, onMessage, () => {
    for (const watched of watchedBy.values()) due(watched);
  });

  async function readOnce(watched: Watched): Promise<void> {
    const { question } = watched;
    try {
      watched.scope = await scopeOf(settings, question.ownerId);
      watched.last = await liveVisits(settings, watched.scope, question);
      for (const push of watched.subscribers) push(watched.last);
    } catch (error) {
      logger.warn({ err: error }, "cannot read visits without a destination");
      watched.isDue = true;
      await pause(retryMs);
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});

  async function run(key: string, watched: Watched): Promise<void> {
    const ended = () => watched.subscribers.size === 0 || closing.signal.aborted;
    while (!ended()) {
      const woken = new Promise<void>((resolve) => (watched.wake = resolve));
      if (!watched.isDue) await orIdle(woken);
      if (ended()) break;
      watched.isDue = false;
      const startedAt = performance.now();
      await reads.runExclusive(async () => {
        const end = metrics.reads.startTimer();
        await readOnce(watched);
        end();
      });
      const took = performance.now() - startedAt;
      await pause(Math.min(Math.max(readEveryMs - took, took * restAfterRead), restMaxMs));
    }
    if (watchedBy.get(key) === watched) watchedBy.delete(key);
    watched.release();
  }

  async function orIdle(woken: Promise<void>): Promise<void> {
    const over = new AbortController();
    const idle = sleep(idleMs, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([woken, idle]);
    over.abort();
  }

  function watchedOf(question: WatchQuestion): Watched {
    const { ownerId, bots, filter } = question;
    const key = JSON.stringify([ownerId, bots, filterCondition(filter)]);
    const known = watchedBy.get(key);
    if (known) return known;
    const release = quota.take(ownerId);
    if (!release) {
      metrics.tooMany.inc();
      const message = `A workspace can follow its orphan visits with at most ${questionsPerAccount} different filters at a time. Close a stream and try again.`;
      throw new HoplogError("RATE_LIMIT_ERROR", message);
    }
    const watched: Watched = {
      question,
      subscribers: new Set(),
      last: null,
      scope: null,
      isDue: true,
      wake: () => {},
      release,
    };
    watchedBy.set(key, watched);
    // Starts after the first subscriber was added.
    const running = Promise.resolve().then(() => run(key, watched));
    runs.add(running);
    void running.finally(() => runs.delete(running));
    return watched;
  }

  return {
    watch(question) {
      const watched = watchedOf(question);
      const { put, values } = createMailbox<LiveVisits>({
        merge: (_, second) => second,
        onMerged: () => {},
        onLeft() {
          metrics.watching.dec();
          watched.subscribers.delete(put);
          watched.wake();
        },
      });
      watched.subscribers.add(put);
      metrics.watching.inc();
      if (watched.last) put(watched.last);
      return values;
    },
    async close() {
      closing.abort();
      await subscription.unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      for (const { wake } of watchedBy.values()) wake();
      await Promise.all(runs);
    },
  };
}
