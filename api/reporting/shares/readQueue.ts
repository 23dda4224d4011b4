import { Mutex, Semaphore } from "async-mutex";
import { createQuota, type Quota } from "@hoplog/platform/quota/quota.js";
import type { VisitedShare } from "./visit.ts";

/** Maximum concurrent reads of all pages, which limits the load that public visitors cause in ClickHouse. */
const readsAtOnce = 2;
/** Maximum waiting and running reads: of one page, of all pages of an account, and in total. */
const perShare = 30;
const perAccount = 90;
const inAll = 900;

/**
 * Queues reads of shared pages, one per account at a time, so that accounts take turns however many views of one page
 * are requested.
 */
export interface ReadQueue {
  /** Returns null if the queue is full, otherwise a function that must be called with the read, which runs in turn. */
  take(share: Pick<VisitedShare, "id" | "ownerId">): (<T>(read: () => Promise<T>) => Promise<T>) | null;
}

export function createReadQueue(): ReadQueue {
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

/** Takes one place in each quota, or none. */
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
