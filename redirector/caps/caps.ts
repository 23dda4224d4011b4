import { LRUCache } from "lru-cache";
import { parse } from "uuid";
import { createDemand, type Demand } from "./demand.ts";
import type { LeasedVisit } from "../spool/record.ts";
import type { Written } from "../spool/spool.ts";
import type { Holder } from "./holder.ts";
import type { LeaseAnswer, LeaseRequest, LeaseSource, Settlement } from "./messages.ts";

/** A link's cap: the maximum number of visits, set in the link's plan. */
export interface LinkCap {
  readonly linkId: string;
  readonly number: number;
  readonly max: number;
}

export interface CapSettings {
  readonly source: LeaseSource;
  readonly holder: Holder;
  /** Creates lease ids, ordered by time. */
  readonly newId: () => string;
  readonly now: () => number;
}

/** The visits that one listener has leased for links with a cap. */
export interface Caps {
  /** Returns whether all visits are used; false if unknown. */
  isUsedUp(cap: LinkCap): boolean;
  /** Returns whether the result of {@link isUsedUp} is final or at most a second old. */
  isFresh(cap: LinkCap): boolean;
  hasVisit(cap: LinkCap): boolean;
  /**
   * Uses a leased visit if there is one: `write` records its click, and the visit counts as used unless the write was
   * refused. Returns true if the click is stored, so that the visitor may be redirected.
   */
  take(cap: LinkCap, write: (visit: LeasedVisit) => Written): boolean;
  /**
   * Requests a visit for a waiting person. Resolves when the request has ended, with or without a visit; never rejects.
   */
  request(cap: LinkCap): Promise<void>;
  /** Queries the cap's state without requesting a visit. Resolves like {@link request}. */
  look(cap: LinkCap): Promise<void>;
  /** Number of leases that are requested, uncertain, held or not settled yet. */
  leases(): number;
  /** Settles all leases, as far as Postgres responds within `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface Lease {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly granted: number;
  used: number;
  /** Time at which a visit was last used. */
  usedAt: number;
}

/** The last known state of a cap in Postgres. */
interface Known {
  isUsedUp: boolean;
  askedAt: number;
  /** Time at which a request for visits last got none. */
  refusedAt: number;
  readonly demand: Demand;
}

/** Visitors whose visits are requested together. */
interface Round {
  waiting: number;
  readonly done: PromiseWithResolvers<void>;
}

const sweepIntervalMs = 200;
/**
 * Milliseconds after which an unused lease is returned; with the sweep and the round trip to Postgres, that takes less
 * than a second.
 */
const idleMs = 500;
const freshMs = 1000;
/** Milliseconds after a refusal during which no new request is sent. */
const refusedMs = 50;
const tidyIntervalMs = 60_000;
const maxKnown = 10_000;
/** Number of uncertain leases at which no other cap is requested, and maximum number of them retried in one sweep. */
const maxUncertain = 1000;
const repeatedInSweep = 10;

export function createCaps({ source, holder, newId, now }: CapSettings): Caps {
  const known = new LRUCache<string, Known>({ max: maxKnown });
  const leases = new Map<string, Lease>();
  const running = new Set<string>();
  const next = new Map<string, Round>();
  const unsettled = new Map<string, Settlement>();
  const settling = new Set<string>();
  /** Leases that Postgres may or may not have granted; the same ids are requested again. */
  const uncertain = new Map<string, { readonly cap: LinkCap; readonly lease: string }>();
  let tidiedAt = now();
  /**
   * Whether the last settlement failed. Unused leases are then not returned, because their visits could not be leased
   * again.
   */
  let isSettlementDown = false;

  const keyOf = ({ linkId, number, max }: LinkCap): string => `${linkId}/${number}/${max}`;
  const openLeases = (): number => leases.size + unsettled.size + uncertain.size + running.size;

  function knownOf(key: string): Known {
    const present = known.get(key);
    if (present) return present;
    const about = { isUsedUp: false, askedAt: -Infinity, refusedAt: -Infinity, demand: createDemand() };
    known.set(key, about);
    return about;
  }

  async function settle(settlement: Settlement): Promise<void> {
    const { lease } = settlement;
    unsettled.set(lease, settlement);
    if (settling.has(lease)) return;
    settling.add(lease);
    isSettlementDown = !(await source.settle(settlement));
    if (!isSettlementDown) unsettled.delete(lease);
    settling.delete(lease);
  }

  /** Stops using a lease and settles it. */
  function release(key: string, { id, used }: Lease): Promise<void> {
    leases.delete(key);
    return settle({ lease: id, used });
  }

  async function ask(key: string, cap: LinkCap, waiting: number): Promise<void> {
    const about = knownOf(key);
    const lease = uncertain.get(key)?.lease ?? newId();
    const ahead = waiting === 0 ? 0 : about.demand.within(now());
    const { state, granted } = await leaseFrom(key, { lease, linkId: cap.linkId, cap: cap.number, waiting, ahead });
    about.askedAt = now();
    if (state === "used up") about.isUsedUp = true;
    if (state === "uncertain") uncertain.set(key, { cap, lease });
    else if (state !== "busy") uncertain.delete(key);
    if (state === "ended") holder.replace();
    if (granted === 0 && waiting > 0) about.refusedAt = about.askedAt;
    if (granted > 0) leases.set(key, { id: lease, bytes: parse(lease), granted, used: 0, usedAt: about.askedAt });
  }

  async function leaseFrom(key: string, request: Omit<LeaseRequest, "holder">): Promise<LeaseAnswer> {
    if (!uncertain.has(key) && uncertain.size >= maxUncertain) return { state: "busy", granted: 0 };
    try {
      return await source.lease({ ...request, holder: holder.id() });
    } catch {
      // Without a writable disk, no visits are leased, because used and unused ones could not be distinguished later.
      return { state: "busy", granted: 0 };
    }
  }

  /**
   * Joins the next request about a cap. Only one request per cap runs at a time; visitors who arrive during a request
   * share the next one.
   */
  function join(cap: LinkCap, waiting: number): Promise<void> {
    const key = keyOf(cap);
    const round = next.get(key) ?? { waiting: 0, done: Promise.withResolvers<void>() };
    round.waiting += waiting;
    next.set(key, round);
    if (!running.has(key)) void run(key, cap);
    return round.done.promise;
  }

  async function run(key: string, cap: LinkCap): Promise<void> {
    const round = next.get(key);
    if (!round) return;
    next.delete(key);
    running.add(key);
    const wasRefused = now() - knownOf(key).refusedAt < refusedMs;
    if (!leases.has(key) && !wasRefused) await ask(key, cap, round.waiting).catch(() => {});
    running.delete(key);
    round.done.resolve();
    // Visitors of this round use their visits before the next request runs.
    setImmediate(() => running.has(key) || void run(key, cap));
  }

  function sweep(): void {
    const time = now();
    for (const [key, lease] of leases) {
      if (!isSettlementDown && time - lease.usedAt >= idleMs) void release(key, lease);
    }
    for (const settlement of unsettled.values()) void settle(settlement);
    for (const { cap } of [...uncertain.values()].slice(0, repeatedInSweep)) void join(cap, 0);
    if (time - tidiedAt < tidyIntervalMs || openLeases() > 0) return;
    tidiedAt = time;
    holder.tidy();
  }

  const sweeping = setInterval(sweep, sweepIntervalMs);
  sweeping.unref();

  return {
    isUsedUp: (cap) => known.peek(keyOf(cap))?.isUsedUp === true,
    isFresh(cap) {
      const about = known.get(keyOf(cap));
      return about !== undefined && (about.isUsedUp || now() - about.askedAt < freshMs);
    },
    hasVisit: (cap) => leases.has(keyOf(cap)),
    take(cap, write) {
      const key = keyOf(cap);
      const lease = leases.get(key);
      if (!lease) return false;
      const written = write({ lease: lease.bytes, number: lease.used + 1 });
      if (written === "refused") return false;
      lease.used++;
      lease.usedAt = now();
      knownOf(key).demand.count(lease.usedAt);
      if (lease.used === lease.granted) void release(key, lease);
      return written === "stored";
    },
    request: (cap) => join(cap, 1),
    look: (cap) => join(cap, 0),
    leases: openLeases,
    async close(timeoutMs) {
      clearInterval(sweeping);
      const given = [...leases].map(([key, lease]) => release(key, lease));
      const late = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.all(given), late]);
    },
  };
}
