import { limits } from "@hoplog/schema/limits.js";
import type { Exclusive } from "./renewal.ts";

/** Storage that tabs share for their marks. */
export type MarkStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "sessionTurn";
/** Milliseconds after which a mark expires, in case its tab was closed during its turn. */
const turnMs = limits.requestTimeoutMs + 5000;
/**
 * Milliseconds after which all tabs that found the turn free at the same time have written their marks. The mark that
 * was written last applies.
 */
const settleMs = 50;

/**
 * Takes turns with other tabs: with a Web Lock or, if unavailable (plain http on a network), with marks in the storage.
 */
export const exclusiveAcrossTabs: Exclusive = (work) =>
  "locks" in navigator
    ? navigator.locks.request("hoplog-session", work)
    : createTurns(window.localStorage, crypto.getRandomValues(new Uint32Array(2)).join("-"))(work);

/**
 * Creates a function that takes turns by a mark in storage that tabs share (Fischer's mutual exclusion). Two tabs can
 * run at once if one was suspended for longer than `settleMs` between reading and writing the mark: the server then
 * issues the same tokens to both tabs.
 */
export function createTurns(storage: MarkStore, id: string): Exclusive {
  const holder = (): string | null => {
    const [holds, until] = storage.getItem(key)?.split(" ") ?? [];
    return holds !== undefined && Number(until) > Date.now() ? holds : null;
  };

  return async (work) => {
    while (holder() !== id) {
      if (holder() === null) storage.setItem(key, `${id} ${Date.now() + turnMs}`);
      await new Promise((resolve) => setTimeout(resolve, settleMs));
    }
    try {
      return await work();
    } finally {
      if (holder() === id) storage.removeItem(key);
    }
  };
}
