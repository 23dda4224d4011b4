import { Mutex, Semaphore } from "async-mutex";
import { createQuota, type Quota } from "@hoplog/platform/quota/quota.js";
import type { VisitedShare } from "./visit.ts";

/** Of all pages together: strangers never have more of ClickHouse. */
const readsAtOnce = 2;
/** Reads that may wait for their turn or run: of one page, of all pages of an account, and of all. */
const perShare = 30;
const perAccount = 90;
const inAll = 900;

/**
 * Runs reads of shared pages, one of an account at a time, so that accounts take turns however many different views of one page
 * are wanted.
 */
export interface ReadTurns {
  /** Null where too many wait already. Otherwise what is given runs once it is its turn; it must be called. */
  take(share: Pick<VisitedShare, "id" | "ownerId">): (<T>(read: () => Promise<T>) => Promise<T>) | null;
}

export function createReadTurns(): ReadTurns {
  const slots = new Semaphore(readsAtOnce);
  const quotas = [createQuota(perShare), createQuota(perAccount), createQuota(inAll)];
  const accounts = new Map<string, Mutex>();
  const accountOf = (ownerId: string) => {
    const mutex = accounts.get(ownerId) ?? new Mutex();
    accounts.set(ownerId, mutex);
    return mutex;
  };
  return {
    take({ id, ownerId }) {
      const given = takeAll(quotas, [id, ownerId, "all"]);
      if (!given) return null;
      const account = accountOf(ownerId);
      return async (read) => {
        try {
          return await account.runExclusive(() => slots.runExclusive(read));
        } finally {
          for (const give of given) give();
          if (!account.isLocked()) accounts.delete(ownerId);
        }
      };
    },
  };
}

/** One of each, or none. */
function takeAll(quotas: readonly Quota[], keys: readonly string[]): (() => void)[] | null {
  const given: (() => void)[] = [];
  for (const [i, quota] of quotas.entries()) {
    const give = quota.take(keys[i] ?? "");
    if (give) given.push(give);
  }
  if (given.length === quotas.length) return given;
  for (const give of given) give();
  return null;
}
