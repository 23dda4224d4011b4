import type { FetchTotals } from "./batchedTotals.ts";
import type { LinkTotals } from "./linkTotals.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";

/** A short-lived cache of link totals; changed links are invalidated at once. */
export interface CachedTotals {
  readonly ask: FetchTotals;
  /** Invalidates totals of the given links, whether cached or being read. */
  forget(ownerId: string, linkIds: () => ReadonlySet<string>): void;
  /** Invalidates all cached totals. */
  forgetAll(): void;
}

/** The dependency of lists that show totals. */
export interface Totals {
  readonly totals: CachedTotals;
}

export interface CachedTotalsSettings {
  readonly ask: FetchTotals;
  /** A monotonic clock (ms). */
  readonly nowMs: () => number;
}

/**
 * Maximum age of cached totals (ms). Bus messages arrive as soon as a link is counted, but may be lost, or late during
 * an outage of the bus.
 */
const maxAgeMs = 1000;
/** The age from which a used entry is refreshed in the background (ms), so that frequent reads rarely wait. */
const refreshAgeMs = 500;

/** Maximum number of cached links of all accounts: a few dozen MB. Beyond it, the older ones are evicted. */
const maxLinks = 100_000;

interface Entry {
  /** The link's totals; null for a link without clicks. */
  readonly totals: LinkTotals | null;
  readonly readAt: number;
  isBeingRefreshed: boolean;
}

/** A running read of links of one account. */
interface Reading {
  readonly owner: string;
  readonly changed: Set<string>;
  allChanged: boolean;
}

type LinksByOwner = Map<string, Map<string, Entry>>;

/**
 * Creates the cache. Totals always come from ClickHouse and are never incremented here. A link that changes during a
 * read is not cached, since its result may or may not include the change.
 */
export function cacheTotals({ ask, nowMs }: CachedTotalsSettings): CachedTotals {
  // Stores entries in two generations, so that expired ones are dropped without a scan.
  let young: LinksByOwner = new Map();
  let old: LinksByOwner = new Map();
  let youngSince = nowMs();
  let youngLinks = 0;
  const readings = new Set<Reading>();

  function turnOver(now: number): void {
    if (now - youngSince < maxAgeMs && youngLinks < maxLinks / 2) return;
    old = now - youngSince < 2 * maxAgeMs ? young : new Map();
    young = new Map();
    youngSince = now;
    youngLinks = 0;
  }

  function entryOf(ownerId: string, linkId: string, now: number): Entry | undefined {
    const entry = young.get(ownerId)?.get(linkId) ?? old.get(ownerId)?.get(linkId);
    return entry && now - entry.readAt < maxAgeMs ? entry : undefined;
  }

  function remember(ownerId: string, linkId: string, entry: Entry): void {
    const links = young.get(ownerId) ?? new Map<string, Entry>();
    young.set(ownerId, links);
    links.set(linkId, entry);
    youngLinks++;
  }

  async function read(ownerId: string, linkIds: readonly string[]): Promise<Map<string, LinkTotals>> {
    const reading: Reading = { owner: ownerId, changed: new Set(), allChanged: false };
    readings.add(reading);
    const readAt = nowMs();
    try {
      const totals = await ask([ownerId], linkIds);
      turnOver(nowMs());
      for (const linkId of linkIds) {
        const isCurrent = !reading.allChanged && !reading.changed.has(linkId);
        if (isCurrent)
          remember(ownerId, linkId, { totals: totals.get(linkId) ?? null, readAt, isBeingRefreshed: false });
      }
      return totals;
    } finally {
      readings.delete(reading);
    }
  }

  return {
    async ask(ownerIds, linkIds) {
      const [ownerId, ...others] = ownerIds;
      if (!ownerId || others.length > 0) return ask(ownerIds, linkIds);
      const now = nowMs();
      const known = new Map<string, LinkTotals>();
      const unknown: string[] = [];
      const aging: string[] = [];
      for (const linkId of linkIds) {
        const entry = entryOf(ownerId, linkId, now);
        if (!entry) unknown.push(linkId);
        else {
          if (entry.totals) known.set(linkId, entry.totals);
          if (entry.isBeingRefreshed || now - entry.readAt < refreshAgeMs) continue;
          entry.isBeingRefreshed = true;
          aging.push(linkId);
        }
      }
      // A failed refresh is ignored: once the entry has expired, the next caller reads it.
      if (aging.length > 0) read(ownerId, aging).catch(() => {});
      if (unknown.length === 0) return known;
      const answer = await read(ownerId, unknown);
      for (const linkId of unknown) {
        const totals = answer.get(linkId);
        if (totals) known.set(linkId, totals);
      }
      return known;
    },
    forget(owner, linkIds) {
      for (const links of [young.get(owner), old.get(owner)]) {
        if (links) for (const linkId of linkIds()) links.delete(linkId);
      }
      for (const reading of readings) {
        if (reading.owner === owner) for (const linkId of linkIds()) reading.changed.add(linkId);
      }
    },
    forgetAll() {
      young = new Map();
      old = new Map();
      youngLinks = 0;
      for (const reading of readings) reading.allChanged = true;
    },
  };
}

/** Returns totals like `linkTotals`, but null if they cannot be read: a list without counts is better than no list. */
export async function linkTotalsIfAvailable(
  { totals, logger }: Pick<Totals & Logs, "totals" | "logger">,
  ownerIds: readonly string[],
  linkIds: readonly string[],
): Promise<Map<string, LinkTotals> | null> {
  try {
    return await totals.ask(ownerIds, linkIds);
  } catch (error) {
    logger.warn({ err: error }, "cannot read click counts");
    return null;
  }
}
