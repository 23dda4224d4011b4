import { setTimeout as sleep } from "node:timers/promises";
import { HoplogError, UnavailableError } from "@hoplog/schema/errors.js";
import type { Clock, Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import { createMailbox } from "../../analytics/live/mailbox.ts";
import type { CountedOffer } from "../../analytics/link/services.ts";
import type { ShareMetrics } from "./metrics.ts";
import { countPage, type PageView, type SharedPage } from "./page.ts";
import { createReadQueue } from "./readQueue.ts";
import type { VisitedShare } from "./visit.ts";

/** Counts shared pages, once for all visitors of the same view. */
export interface SharedFigures {
  /** Returns figures at most two seconds old. Throws UnavailableError while too many different views are requested. */
  page(share: VisitedShare, view: PageView): Promise<SharedPage>;
  /** Yields new figures at once and when clicks are counted, at most once a second. Throws RATE_LIMIT_ERROR. */
  watch(share: VisitedShare, view: PageView): AsyncIterableIterator<SharedPage>;
  close(): Promise<void>;
}

export interface SharedFiguresSettings extends ClickHouse, ShortUrl, Clock, Logs, CountedOffer {
  readonly metrics: ShareMetrics;
}

const freshMs = 2000;
/** Maximum cached results. */
const cachedMax = 200;
/** Maximum watched views of one page, by different filters and periods. */
const viewsPerShare = 30;

/** Delay that combines batches, in milliseconds. */
const debounceMs = 100;
const readEveryMs = 1000;
const restAfterRead = 9;
const restMaxMs = 10_000;

interface CacheEntry {
  readonly answer: Promise<SharedPage>;
  /** Time at which the result arrived; Infinity until then. */
  readyAt: number;
}

interface Watched {
  readonly share: VisitedShare;
  readonly view: PageView;
  readonly subscribers: Set<(page: SharedPage) => void>;
  isStale: boolean;
  isRunning: boolean;
}

export function createSharedFigures(settings: SharedFiguresSettings): SharedFigures {
  const { metrics, logger, now, counted } = settings;
  const cache = new Map<string, CacheEntry>();
  const watchedViews = new Map<string, Watched>();
  const queue = createReadQueue();
  const closing = new AbortController();
  const runs = new Set<Promise<void>>();

  async function read(share: VisitedShare, view: PageView): Promise<SharedPage> {
    const turn = queue.take(share);
    if (!turn) {
      metrics.refused.inc({ reason: "busy" });
      throw new UnavailableError(
        "Too many shared pages are being opened at the same time. Please try again in a moment.",
      );
    }
    return turn(async () => {
      const end = metrics.reads.startTimer();
      const page = await countPage(settings, share, view, now());
      end();
      return page;
    });
  }

  /** Starts a read whose result is shared with other callers. */
  function readThroughCache(key: string, share: VisitedShare, view: PageView): Promise<SharedPage> {
    const entry: CacheEntry = { answer: read(share, view), readyAt: Infinity };
    cache.delete(key);
    cache.set(key, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= cachedMax) break;
      cache.delete(oldest);
    }
    entry.answer.then(
      () => (entry.readyAt = performance.now()),
      () => cache.get(key) === entry && cache.delete(key),
    );
    return entry.answer;
  }

  function stale(watched: Watched): void {
    watched.isStale = true;
    if (watched.isRunning) return;
    watched.isRunning = true;
    const running = run(watched).finally(() => runs.delete(running));
    runs.add(running);
  }

  async function run(watched: Watched): Promise<void> {
    const { share, view, subscribers } = watched;
    const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});
    const isWanted = () => subscribers.size > 0 && !closing.signal.aborted;
    while (watched.isStale && isWanted()) {
      await pause(debounceMs);
      if (!isWanted()) break;
      watched.isStale = false;
      const startedAt = performance.now();
      try {
        const page = await readThroughCache(keyOf(share, view), share, view);
        for (const put of subscribers) put(page);
      } catch (error) {
        watched.isStale = true;
        logger.warn({ err: error }, "cannot compute a shared page");
      }
      await pause(Math.min(Math.max(readEveryMs, (performance.now() - startedAt) * restAfterRead), restMaxMs));
    }
    watched.isRunning = false;
  }

  const stopListening = counted.listen({
    onCounted({ ownerIds, linksOf }) {
      for (const watched of watchedViews.values()) {
        const { ownerId, target, targetId } = watched.share;
        if (!ownerIds.includes(ownerId)) continue;
        if (target !== "link" || [...linksOf(ownerId)].some((id) => id === targetId)) stale(watched);
      }
    },
    onGap() {
      for (const watched of watchedViews.values()) stale(watched);
    },
  });

  function watchedOf(share: VisitedShare, view: PageView): Watched {
    const key = keyOf(share, view);
    const known = watchedViews.get(key);
    if (known) return known;
    const others = [...watchedViews.values()].filter((watched) => watched.share.id === share.id);
    if (others.length >= viewsPerShare) {
      metrics.refused.inc({ reason: "share" });
      throw new HoplogError(
        "RATE_LIMIT_ERROR",
        "Too many different views of this page are followed live. Reload the page later to see live figures.",
      );
    }
    const watched: Watched = { share, view, subscribers: new Set(), isStale: false, isRunning: false };
    watchedViews.set(key, watched);
    return watched;
  }

  return {
    page(share, view) {
      const key = keyOf(share, view);
      const known = cache.get(key);
      if (known && performance.now() - known.readyAt < freshMs) {
        metrics.shared.inc();
        return known.answer;
      }
      return readThroughCache(key, share, view);
    },
    watch(share, view) {
      const watched = watchedOf(share, view);
      const { put, values } = createMailbox<SharedPage>({
        merge: (_first, second) => second,
        onMerged: () => {},
        onLeft() {
          watched.subscribers.delete(put);
          const key = keyOf(share, view);
          if (watched.subscribers.size === 0 && watchedViews.get(key) === watched) watchedViews.delete(key);
        },
      });
      watched.subscribers.add(put);
      // Requests a new read, which includes batches that arrived since the page read its figures.
      stale(watched);
      return values;
    },
    async close() {
      closing.abort();
      stopListening();
      await Promise.all(runs);
    },
  };
}

function keyOf({ id, revision }: VisitedShare, { period, filters }: PageView): string {
  return JSON.stringify([id, revision, period, filters]);
}
