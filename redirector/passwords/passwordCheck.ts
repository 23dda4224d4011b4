import { setTimeout } from "node:timers/promises";
import { passwordMatches } from "@hoplog/platform/passwords/passwords.js";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import { Semaphore, Mutex } from "async-mutex";
import type { CheckedPassword, CheckPassword, PasswordTry } from "./messages.ts";
import { lineOf } from "./networks.ts";
import { createWrongTries, type WrongTryLimits } from "./wrongTries.ts";

export interface PasswordCheckLimits extends WrongTryLimits {
  readonly maxConcurrent: number;
  /** Tries that may wait for those: first tries of addresses, and all others. */
  readonly maxFirst: number;
  readonly maxLater: number;
  /** Tries of one address at all links that may wait. */
  readonly maxOfAddress: number;
  /** Tries of one slowed network that may wait, and how long each takes. */
  readonly maxSlowed: number;
  readonly slowMs: number;
}

/** Each takes 19 MiB and a core for some 40 ms, of which visitors must notice nothing. */
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
 * Checks passwords for all listeners of a redirector. First tries of addresses go before all others; those of a network
 * that has been wrong too often are checked one after the other, slowly. What can't wait is "busy". Never rejects.
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

  /** All that a try needs, or null. */
  function takePlaces(address: string, isFirst: boolean, slowedNetwork: string | null): (() => void) | null {
    const given: (() => void)[] = [];
    const leave = () => given.forEach((giveBack) => giveBack());
    const wanted = [
      () => places.ofAddress.take(lineOf(address)),
      () => (isFirst ? places.first : places.later).take(""),
      ...(slowedNetwork === null ? [] : [() => places.slowed.take(slowedNetwork)]),
    ];
    for (const take of wanted) {
      const giveBack = take();
      if (!giveBack) {
        leave();
        return null;
      }
      given.push(giveBack);
    }
    return leave;
  }

  return async ({ linkId, address, passwordHash, password }: PasswordTry): Promise<CheckedPassword> => {
    const counted = await count(linkId, address);
    const { isFirst, refusedSeconds, slowedNetwork } = counted;
    if (refusedSeconds !== null) {
      await counted.takeBack();
      return { outcome: "too many", retrySeconds: refusedSeconds };
    }
    const leave = takePlaces(address, isFirst, slowedNetwork);
    if (!leave) {
      await counted.takeBack();
      return { outcome: "busy", retrySeconds: 1 };
    }
    try {
      const check = () => slots.runExclusive(() => isRight(passwordHash, password), 1, isFirst ? 1 : 0);
      if (!(await inLane(slowedNetwork, check))) return { outcome: "wrong" };
      await counted.takeBack();
      return { outcome: "right" };
    } finally {
      leave();
    }
  };
}

/** A hash that is missing, or is none, is nobody's. */
async function isRight(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash === "") return false;
  return passwordMatches(passwordHash, password).catch(() => false);
}

/** Does work under one key one after the other, each after a pause, and work without a key at once. */
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
