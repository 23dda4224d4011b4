import { setTimeout as sleep } from "node:timers/promises";
import { HoplogError } from "@hoplog/schema/errors.js";
import { Semaphore } from "async-mutex";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import type { CountedOffer } from "../link/services.ts";
import { type LiveEvent, type LiveQuestion, mergedEvents } from "./event.ts";
import { createMailbox } from "./mailbox.ts";
import type { LiveMetrics } from "./metrics.ts";
import { createPending, type Pending } from "./pending.ts";
import { readNew, readWindow } from "./readEvents.ts";

export interface WorkspaceClicks {
  /**
   * Streams an account's clicks as they are counted, starting with the whole window, until the subscriber stops. Throws
   * RATE_LIMIT_ERROR if the account watches too many different queries.
   */
  watch(question: LiveQuestion): AsyncIterableIterator<LiveEvent>;
  close(): Promise<void>;
}

export interface WorkspaceClicksSettings extends ClickHouse, Logs, Clock, LinksById, CountedOffer {
  readonly metrics: LiveMetrics;
}

/** Maximum watched queries per account, by filters; any number of subscribers share one. */
export const questionsPerAccount = 20;

/** Delay that combines batches, in ms. */
const debounceMs = 25;
/** Minimum time between the starts of two reads of a query. The pause after a read also depends on its duration. */
const readEveryMs = 500;
const restAfterRead = 1;
const restMaxMs = 10_000;
const retryMs = 1000;
/** Maximum concurrent reads of all queries. */
const readsAtOnce = 2;

/** A watched query with its announced batches. */
interface Watched {
  readonly question: LiveQuestion;
  readonly subscribers: Set<(event: LiveEvent) => void>;
  /** Subscribers that still need the window: new ones, and all after a gap. */
  readonly newcomers: Set<(event: LiveEvent) => void>;
  readonly pending: Pending;
  /** Whether the read loop is running; it stops when the last subscriber leaves. */
  running: boolean;
  wake: () => void;
  /** Frees the account's slot in the quota of watched queries. */
  readonly release: () => void;
}

/**
 * Converts "batches counted" messages to figures and a sample read from ClickHouse. Figures are counted per slice and
 * never accumulated here, so repeated or late messages count once.
 */
export function createWorkspaceClicks(settings: WorkspaceClicksSettings): WorkspaceClicks {
  const { counted, logger, metrics } = settings;
  const watchedBy = new Map<string, Watched>();
  const quota = createQuota(questionsPerAccount);
  const reads = new Semaphore(readsAtOnce);
  const closing = new AbortController();
  const runs = new Set<Promise<void>>();

  const stopListening = counted.listen({
    onCounted({ batchIds, linksOf, ownerIds }) {
      for (const watched of watchedBy.values()) {
        const { ownerId } = watched.question;
        if (!ownerIds.includes(ownerId)) continue;
        if (watched.pending.add(batchIds, linksOf(ownerId))) watched.wake();
      }
    },
    onGap() {
      for (const { pending, wake } of watchedBy.values()) {
        pending.reset();
        wake();
      }
    },
  });

  function send(event: LiveEvent | null, to: Iterable<(event: LiveEvent) => void>): void {
    if (!event) return;
    for (const push of to) push(event);
  }

  async function readOnce(watched: Watched): Promise<void> {
    const { question, subscribers, newcomers, pending } = watched;
    if (pending.takeReset()) for (const subscriber of subscribers) newcomers.add(subscriber);
    try {
      if (newcomers.size > 0) {
        const given = [...newcomers];
        const event = await readWindow(settings, question);
        for (const subscriber of given) newcomers.delete(subscriber);
        send(
          event,
          given.filter((subscriber) => subscribers.has(subscriber)),
        );
      } else {
        const event = await readNew(settings, watched);
        send(
          event,
          [...subscribers].filter((subscriber) => !newcomers.has(subscriber)),
        );
      }
    } catch (error) {
      logger.warn({ err: error }, "cannot read live clicks of a workspace");
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function run(watched: Watched): Promise<void> {
    const { newcomers, subscribers, pending } = watched;
    const ended = () => subscribers.size === 0 || closing.signal.aborted;
    while (!ended()) {
      const woken = new Promise<void>((resolve) => (watched.wake = resolve));
      if (newcomers.size === 0 && pending.isEmpty()) await woken;
      if (newcomers.size === 0) await sleep(debounceMs);
      if (ended()) break;
      const startedAt = performance.now();
      await reads.runExclusive(async () => {
        const end = metrics.reads.startTimer();
        await readOnce(watched);
        end();
      });
      const took = performance.now() - startedAt;
      const rest = new Promise<void>((resolve) => (watched.wake = resolve));
      const pauseMs = Math.min(Math.max(readEveryMs - took, took * restAfterRead), restMaxMs);
      // New subscribers get the window without waiting for the pause between reads.
      await untilNewSubscriber(watched, pauseMs, rest);
    }
    watched.running = false;
  }

  async function untilNewSubscriber(watched: Watched, ms: number, first: Promise<void>): Promise<void> {
    const over = new AbortController();
    const pause = sleep(ms, true, { signal: over.signal }).catch(() => true);
    let woken = first;
    while (watched.newcomers.size === 0 && watched.subscribers.size > 0 && !closing.signal.aborted) {
      if (await Promise.race([pause, woken.then(() => false)])) break;
      woken = new Promise<void>((resolve) => (watched.wake = resolve));
    }
    over.abort();
  }

  function watchedOf(question: LiveQuestion): Watched {
    const { ownerId, filters, bots } = question;
    const key = `${ownerId} ${JSON.stringify([filters, bots])}`;
    const known = watchedBy.get(key);
    if (known) return known;
    const release = quota.take(ownerId);
    if (!release) {
      metrics.refused.inc({ reason: "questions" });
      const message = `A workspace can follow its clicks with at most ${questionsPerAccount} different filters at a time. Close a stream and try again.`;
      throw new HoplogError("RATE_LIMIT_ERROR", message);
    }
    const watched: Watched = {
      question,
      subscribers: new Set(),
      newcomers: new Set(),
      pending: createPending(),
      running: false,
      wake: () => {},
      release,
    };
    watchedBy.set(key, watched);
    return watched;
  }

  function leave(watched: Watched, subscriber: (event: LiveEvent) => void): void {
    watched.subscribers.delete(subscriber);
    watched.newcomers.delete(subscriber);
    if (watched.subscribers.size > 0) return;
    for (const [key, other] of watchedBy) if (other === watched) watchedBy.delete(key);
    watched.release();
    watched.wake();
  }

  function begin(watched: Watched): void {
    if (watched.running) {
      watched.wake();
      return;
    }
    watched.running = true;
    const running = run(watched);
    runs.add(running);
    void running.finally(() => runs.delete(running));
  }

  return {
    watch(question) {
      const watched = watchedOf(question);
      const { put, values } = createMailbox<LiveEvent>({
        merge: mergedEvents,
        onMerged: () => metrics.merged.inc(),
        onLeft() {
          metrics.watching.dec();
          leave(watched, put);
        },
      });
      watched.subscribers.add(put);
      watched.newcomers.add(put);
      metrics.watching.inc();
      begin(watched);
      return values;
    },
    async close() {
      closing.abort();
      stopListening();
      for (const { wake } of watchedBy.values()) wake();
      await Promise.all(runs);
    },
  };
}
