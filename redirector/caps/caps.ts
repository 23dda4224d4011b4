import { LRUCache } from "lru-cache";
import { parse } from "uuid";
import { createDemand, type Demand } from "./demand.ts";
import type { LeasedVisit } from "../spool/record.ts";
import type { Written } from "../spool/spool.ts";
import type { Holder } from "./holder.ts";
import type { LeaseAnswer, LeaseRequest, LeaseSource, Settlement } from "./messages.ts";

/** A link's cap as its plan has it. */
export interface LinkCap {
  readonly linkId: string;
  readonly number: number;
  readonly max: number;
}

export interface CapSettings {
  readonly source: LeaseSource;
  readonly holder: Holder;
  /** Of leases; in the order of time. */
  readonly newId: () => string;
  readonly now: () => number;
}

/** Visits of links with a cap, as one listener has leased them. */
export interface Caps {
  /** Whether all are used; false also where that is not known. */
  isUsedUp(cap: LinkCap): boolean;
  /** Whether what {@link isUsedUp} says has been asked for within the last second. */
  isFresh(cap: LinkCap): boolean;
  hasVisit(cap: LinkCap): boolean;
  /**
   * Takes a visit, if there is one: `write` records its click, and nothing is used unless that has happened. True when the
   * visitor may be redirected.
   */
  take(cap: LinkCap, write: (visit: LeasedVisit) => Written): boolean;
  /** For a person who waits. Resolves, and never rejects, once Postgres was asked on their behalf. */
  request(cap: LinkCap): Promise<void>;
  /** Asks how it stands, for nobody. As {@link request}. */
  look(cap: LinkCap): Promise<void>;
  /** Leases that are held or still to be settled. */
  leases(): number;
  /** Gives everything back, as far as Postgres can be asked within `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface Lease {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly granted: number;
  used: number;
  /** When one was used last. */
  usedAt: number;
}

/** What Postgres has said of a cap. */
interface Known {
  isUsedUp: boolean;
  askedAt: number;
  /** When there was none to be had. */
  refusedAt: number;
  readonly demand: Demand;
}

/** People who are asked for together. */
interface Round {
  waiting: number;
  readonly done: PromiseWithResolvers<void>;
}

const sweepIntervalMs = 200;
/** A lease that nobody has used for so long goes back: with the sweep and the way to Postgres, within a second. */
const idleMs = 500;
const freshMs = 1000;
/** Where nothing was to be had, nobody asks again so soon. */
const refusedMs = 50;
const tidyIntervalMs = 60_000;
const maxKnown = 10_000;
/** Beyond these no other cap is asked for; so many of them are asked for again in one sweep. */
const maxUncertain = 1000;
const repeatedInSweep = 10;

export function createCaps({ source, holder, newId, now }: CapSettings): Caps {
  const known = new LRUCache<string, Known>({ max: maxKnown });
  const leases = new Map<string, Lease>();
  const running = new Set<string>();
  const next = new Map<string, Round>();
  const unsettled = new Map<string, Settlement>();
  const settling = new Set<string>();
  /** Leases that were asked for, and of which nobody knows whether they were granted: the same are asked for again. */
  const uncertain = new Map<string, { readonly cap: LinkCap; readonly lease: string }>();
  let tidiedAt = now();
  /** Whether Postgres could not be told of a lease just now. What is leased is kept then: it could not be leased anew. */
  let isAway = false;

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
    isAway = !(await source.settle(settlement));
    if (!isAway) unsettled.delete(lease);
    settling.delete(lease);
  }

  /** From here on nobody uses it. */
  function giveBack(key: string, { id, used }: Lease): Promise<void> {
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
      // No disk, no visits: they could not be told from unused ones later.
      return { state: "busy", granted: 0 };
    }
  }

  /** One question about a cap at a time; who comes meanwhile is asked for with the next. */
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
    // Those of this round take theirs first.
    setImmediate(() => running.has(key) || void run(key, cap));
  }

  function sweep(): void {
    const time = now();
    for (const [key, lease] of leases) {
      if (!isAway && time - lease.usedAt >= idleMs) void giveBack(key, lease);
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
      if (lease.used === lease.granted) void giveBack(key, lease);
      return written === "stored";
    },
    request: (cap) => join(cap, 1),
    look: (cap) => join(cap, 0),
    leases: openLeases,
    async close(timeoutMs) {
      clearInterval(sweeping);
      const given = [...leases].map(([key, lease]) => giveBack(key, lease));
      const late = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([Promise.all(given), late]);
    },
  };
}
