import { setTimeout } from "node:timers/promises";
import { passwordMatches } from "@hoplog/platform/passwords/passwords.js";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import { Semaphore, Mutex } from "async-mutex";
import type { CheckedPassword, CheckPassword, PasswordTry } from "./messages.ts";
import { lineOf } from "./networks.ts";
import { createWrongTries, type WrongTryLimits } from "./wrongTries.ts";

export interface PasswordCheckLimits extends WrongTryLimits {
  readonly maxConcurrent: number;
  /** Maximum number of queued attempts: first attempts of addresses, and all others. */
  readonly maxFirst: number;
  readonly maxLater: number;
  /** Maximum number of queued attempts of one address, at all links. */
  readonly maxOfAddress: number;
  /** Maximum number of queued attempts of one slowed network, and the delay of each in milliseconds. */
  readonly maxSlowed: number;
  readonly slowMs: number;
}

/** Each password check takes 19 MiB and a core for about 40 ms, which must not slow down redirects. */
export const defaultPasswordCheckLimits: PasswordCheckLimits = {
  maxConcurrent: 2,
  maxFirst: 256,
  maxLater: 32,
  maxOfAddress: 10,
  maxSlowed: 8,
  slowMs: 2000,
  wrongFromAddress: 10,
  wrongFromNetwork: 30,
  wrongAtLink: 100,
  seconds: 15 * 60,
};

/**
 * Checks passwords for all listeners of a redirector. First attempts of addresses have priority; attempts of networks
 * with too many wrong ones are checked one at a time, after a delay. Attempts that can't be queued are "busy". Never
 * rejects.
 */
export function createPasswordCheck(limits: PasswordCheckLimits): CheckPassword {
  const { maxConcurrent } = limits;
  const count = createWrongTries(limits);
  const slots = new Semaphore(maxConcurrent);
  const places = {
    first: createQuota(maxConcurrent + limits.maxFirst),
    later: createQuota(maxConcurrent + limits.maxLater),
    ofAddress: createQuota(limits.maxOfAddress),
    slowed: createQuota(limits.maxSlowed),
  };
  const inLane = createLanes(() => setTimeout(limits.slowMs, undefined, { ref: false }));

  /** Reserves all queue places that an attempt needs and returns their release; null if one is full. */
  function takePlaces(address: string, isFirst: boolean, slowedNetwork: string | null): (() => void) | null {
    const given: (() => void)[] = [];
    const releaseAll = () => given.forEach((release) => release());
    const wanted = [
      () => places.ofAddress.take(lineOf(address)),
      () => (isFirst ? places.first : places.later).take(""),
      ...(slowedNetwork === null ? [] : [() => places.slowed.take(slowedNetwork)]),
    ];
    for (const take of wanted) {
      const release = take();
      if (!release) {
        releaseAll();
        return null;
      }
      given.push(release);
    }
    return releaseAll;
  }

  return async ({ linkId, address, passwordHash, password }: PasswordTry): Promise<CheckedPassword> => {
    const counted = await count(linkId, address);
    const { isFirst, refusedSeconds, slowedNetwork } = counted;
    if (refusedSeconds !== null) {
      await counted.undo();
      return { outcome: "too many", retrySeconds: refusedSeconds };
    }
    const releaseAll = takePlaces(address, isFirst, slowedNetwork);
    if (!releaseAll) {
      await counted.undo();
      return { outcome: "busy", retrySeconds: 1 };
    }
    try {
      const check = () => slots.runExclusive(() => isRight(passwordHash, password), 1, isFirst ? 1 : 0);
      if (!(await inLane(slowedNetwork, check))) return { outcome: "wrong" };
      await counted.undo();
      return { outcome: "right" };
    } finally {
      releaseAll();
    }
  };
}

/** Checks a password; a missing or malformed hash matches none. */
async function isRight(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash === "") return false;
  return passwordMatches(passwordHash, password).catch(() => false);
}

/** Runs work with the same key one at a time, each after a pause, and work without a key immediately. */
function createLanes(pause: () => Promise<void>) {
  const lanes = new Map<string, { readonly mutex: Mutex; present: number }>();
  return async function run<R>(key: string | null, work: () => Promise<R>): Promise<R> {
    if (key === null) return work();
    const lane = lanes.get(key) ?? { mutex: new Mutex(), present: 0 };
    lanes.set(key, lane);
    lane.present++;
    try {
      return await lane.mutex.runExclusive(async () => {
        await pause();
        return work();
      });
    } finally {
      lane.present--;
      if (lane.present === 0) lanes.delete(key);
    }
  };
}
