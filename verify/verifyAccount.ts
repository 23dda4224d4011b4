import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { botQuestions } from "./botQuestions.ts";
import { accountAnalyticsQuestions } from "./analyticsQuestions.ts";
import { chartQuestions } from "./chartQuestions.ts";
import { editQuestions } from "./editQuestions.ts";
import { filteredQuestions } from "./filteredQuestions.ts";
import { type Holdings, markOf, readHoldings } from "./account.ts";
import { type AccountApi, RetryLater } from "./apiClient.ts";
import { dashboardQuestions } from "./dashboardQuestions.ts";
import { groupQuestions } from "./groupQuestions.ts";
import type { Holds } from "@hoplog/platform/postgres/clicksHold.js";
import { conversionQuestions } from "./conversionQuestions.ts";
import { createConversionRecount } from "./conversionRecount.ts";
import { importedQuestions } from "./importedQuestions.ts";
import { createImportedRecount } from "./importedRecount.ts";
import { decisionQuestions } from "./decisionQuestions.ts";
import { linkQuestions } from "./linkQuestions.ts";
import { listQuestions } from "./listQuestions.ts";
import { ledgerQuestions } from "./ledgerQuestions.ts";
import { missQuestions } from "./missQuestions.ts";
import { type Answered, compareAll, type Pending, type Recounted } from "./compareAll.ts";
import { createMissRecount } from "./missRecount.ts";
import { createRecount, recountedTables } from "./recount.ts";
import type { Difference } from "./report.ts";
import type { Snapshot, Snapshots } from "./snapshot.ts";

export interface AccountVerification {
  readonly snapshots: Snapshots;
  readonly database: pg.Client;
  readonly holds: Holds;
  /** Returns an api client for the account, with a token valid for the next minute. */
  readonly api: () => Promise<AccountApi>;
  /** Milliseconds for which calls are started under one hold; the remaining calls follow under the next hold. */
  readonly holdMs: number;
  readonly recheckDelayMs: number;
  /** Returns the rate limit in calls per minute, which waiting between holds ensures; null for no limit. */
  readonly maxCallsPerMinute: () => number | null;
  /** Number of links, the most clicked ones, whose own pages are compared. */
  readonly linksInDepth: number;
  /** Maximum reads of a response that differs: the batch of a crashed writer may be incomplete for some time. */
  readonly maxAttempts: number;
}

export interface AccountResult {
  readonly links: number;
  readonly linksInDepth: number;
  readonly figures: number;
  readonly differences: readonly Difference[];
}

/** Maximum number of concurrent calls. */
const atOnce = 4;

/** Maximum number of rounds that are discarded because the holdings changed during the round. */
const maxInterruptions = 50;

/** Maximum consecutive rounds in which the api answered no question. */
const maxRefusals = 30;

/**
 * Reads figures of an account from the api under short holds, and recounts each from the raw clicks of the same moment.
 */
export async function verifyAccount(verification: AccountVerification, ownerId: string): Promise<AccountResult> {
  const { database, linksInDepth, maxAttempts } = verification;
  const holdings = await readHoldings(database, ownerId);
  const busiest = await busiestLinks(verification, holdings, linksInDepth);
  const now = new Date();
  const queue: Pending[] = [
    ...dashboardQuestions(),
    ...accountAnalyticsQuestions(now),
    ...chartQuestions(now),
    ...filteredQuestions(holdings, now),
    ...listQuestions(holdings),
    ...missQuestions(now),
    ...ledgerQuestions(now, busiest),
    ...botQuestions(now),
    ...groupQuestions(holdings, now),
    ...importedQuestions(holdings, linksInDepth),
    ...conversionQuestions(holdings, linksInDepth),
    ...busiest.flatMap((id) => [...linkQuestions(id, now), ...editQuestions(id)]),
    ...decidingLinks(holdings, linksInDepth).flatMap((id) => decisionQuestions(id, now)),
  ].map((question) => ({ question, attempt: 1 }));
  const differences: Difference[] = [];
  const recountsOf = rememberLast((snapshot: Snapshot) => createRecounts(snapshot, ownerId));
  let [figures, interruptions, refusals] = [0, 0, 0];
  while (queue.length > 0) {
    const round = await readWhileHeld(verification, ownerId, queue);
    await verification.snapshots.dropOutdated();
    if (round === null) {
      if (++interruptions > maxInterruptions)
        throw new Error(
          `account ${ownerId}: its links changed during every comparison. Retry when fewer links are being edited`,
        );
      continue;
    }
    const { answers, holdings, snapshot } = round;
    refusals = round.answers.length === 0 ? refusals + 1 : 0;
    if (refusals > maxRefusals)
      throw new Error(`account ${ownerId}: the api rejected all requests ${refusals} times in a row`);
    for (const [{ question, attempt, answer }, result] of await compareAll(answers, {
      ...recountsOf(snapshot),
      holdings,
    })) {
      if (result.differences.length > 0 && attempt < maxAttempts) {
        queue.push({ question, attempt: attempt + 1 });
      } else {
        figures += result.figures;
        differences.push(...result.differences);
        queue.push(...(question.next?.(answer) ?? []).map((next) => ({ question: next, attempt: 1 })));
      }
    }
    if (queue.length > 0) await pause(verification, round.answers.length, queue);
  }
  return { links: holdings.links.length, linksInDepth: busiest.length, figures, differences };
}

interface Round extends Pick<Recounted, "holdings"> {
  readonly answers: readonly Answered[];
  readonly snapshot: Snapshot;
}

function createRecounts(snapshot: Snapshot, ownerId: string): Omit<Recounted, "holdings"> {
  return {
    recount: createRecount(snapshot, ownerId),
    misses: createMissRecount(snapshot, ownerId),
    imported: createImportedRecount(snapshot, ownerId),
    conversions: createConversionRecount(snapshot, ownerId),
  };
}

/** Caches the last result: if no clicks were written since, recounts of one round are valid in the next. */
function rememberLast<A, T>(work: (of: A) => T): (of: A) => T {
  let last: { readonly of: A; readonly result: T } | null = null;
  return (of) => {
    if (last?.of !== of) last = { of, result: work(of) };
    return last.result;
  };
}

/** Sends queued questions until the time of one hold is over. Returns null if the holdings changed during the hold. */
async function readWhileHeld(
  verification: AccountVerification,
  ownerId: string,
  queue: Pending[],
): Promise<Round | null> {
  const { snapshots, database, holds, holdMs } = verification;
  const api = await verification.api();
  const holdings = await readHoldings(database, ownerId);
  const answers: Answered[] = [];
  const open: Pending[] = [];
  let later: RetryLater | null = null;
  const snapshot = await holds.hold(async () => {
    const taken = await snapshots.take([...recountedTables, "misses", "imported_visits", "conversions"]);
    const until = performance.now() + holdMs;
    const worker = async () => {
      while (performance.now() < until && later === null) {
        const pending = queue.shift();
        if (!pending) return;
        try {
          const requestedAt = new Date();
          const answer = await pending.question.read(api);
          answers.push({ ...pending, answer, requestedAt, answeredAt: new Date() });
        } catch (error) {
          open.push(pending);
          if (!(error instanceof RetryLater)) throw error;
          later = error;
        }
      }
    };
    const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    return taken;
  });
  queue.unshift(...open);
  const changed = (await markOf(database, ownerId)) !== holdings.mark;
  if (changed) {
    queue.unshift(...answers.map(({ question, attempt }) => ({ question, attempt })));
    return null;
  }
  await waitUntilRetry(later);
  return { answers, holdings, snapshot };
}

async function waitUntilRetry(later: RetryLater | null): Promise<void> {
  if (later) await sleep(later.seconds * 1000);
}

async function pause(verification: AccountVerification, calls: number, queue: readonly Pending[]): Promise<void> {
  const max = verification.maxCallsPerMinute();
  if (max !== null) await sleep((calls / max) * 60_000);
  if (queue.every(({ attempt }) => attempt > 1)) await sleep(verification.recheckDelayMs);
}

/** Returns the newest links with rules or a split. */
function decidingLinks({ links }: Holdings, max: number): string[] {
  return links
    .filter(({ isDeciding }) => isDeciding)
    .map(({ id }) => id)
    .slice(0, max);
}

async function busiestLinks(
  { snapshots }: AccountVerification,
  { ownerId, links }: Holdings,
  max: number,
): Promise<string[]> {
  const snapshot = await snapshots.take(recountedTables);
  const totals = await createRecount(snapshot, ownerId).byLink({ from: null, to: null });
  const clicks = (id: string) => totals.get(id)?.all ?? 0;
  return links
    .map(({ id }) => id)
    .toSorted((a, b) => clicks(b) - clicks(a))
    .slice(0, max);
}
