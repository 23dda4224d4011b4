import type { AskTotals } from "./batchedTotals.ts";
import type { LinkTotals } from "./linkTotals.ts";
import type { Logs } from "../../kernel/calls/capabilities.ts";

/** Totals of links, remembered for a moment; what has changed is forgotten at once. */
export interface RememberedTotals {
  readonly ask: AskTotals;
  /** What was remembered of these links, or is being read now, is not to be used any more. */
  forget(ownerId: string, linkIds: () => ReadonlySet<string>): void;
  /** Any link may have changed. */
  forgetAll(): void;
}

/** What lists take to show the totals of their links. */
export interface Totals {
  readonly totals: RememberedTotals;
}

export interface RememberedTotalsSettings {
  readonly ask: AskTotals;
  /** Milliseconds of a clock that is never set back. */
  readonly nowMs: () => number;
}

/**
 * Messages of the bus come as soon as a link is counted, but one may be lost, or late while the bus is away: so nothing is
 * used for longer than this.
 */
const maxAgeMs = 1000;
/** What is used at this age is read again meanwhile: nobody waits for a link that is asked for all the time. */
const refreshAgeMs = 500;

/** Of all accounts together: a few dozen MB. When there are more, the older ones go. */
const maxLinks = 100_000;

interface Entry {
  /** Null for a link without clicks. */
  readonly totals: LinkTotals | null;
  readonly readAt: number;
  isBeingRefreshed: boolean;
}

/** Links of one account that are being read. */
interface Reading {
  readonly owner: string;
  readonly changed: Set<string>;
  allChanged: boolean;
}

type LinksByOwner = Map<string, Map<string, Entry>>;

/**
 * Totals are always those that ClickHouse has given, never counted on. A link that changes while it is read is not
 * remembered: nobody knows whether the answer holds the change.
 */
export function rememberTotals({ ask, nowMs }: RememberedTotalsSettings): RememberedTotals {
  // Two generations: nothing is looked through to remove what is old.
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
      // Its failure is nobody's: whoever comes when the entry is too old reads for themselves.
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

/** As `linkTotals`, but null while ClickHouse can't be reached: a list without counts is worth more than no list. */
export async function linkTotalsIfAvailable(
  { totals, logger }: Pick<Totals & Logs, "totals" | "logger">,
  ownerIds: readonly string[],
  linkIds: readonly string[],
): Promise<Map<string, LinkTotals> | null> {
  try {
    return await totals.ask(ownerIds, linkIds);
  } catch (error) {
    logger.warn({ err: error }, "counts can't be read just now");
    return null;
  }
}
