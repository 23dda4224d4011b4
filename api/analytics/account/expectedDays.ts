import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { createBoundedCache } from "@hoplog/platform/cache/boundedCache.js";
import type { ClickQuestion } from "../../clicks/questions/question.ts";
import { type AccountDays, storedListDays } from "./storedLists.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { OwnReferrers } from "../link/ownHosts.ts";

export interface Expectations {
  readonly expectedDays: ExpectedDays;
}

/** External dependencies of account figures. */
export interface AnalyticsServices extends ClickHouse, LinksById, Clock, OwnReferrers, Expectations {}

interface Found {
  days: AccountDays | null;
}

/** Caches which days of an account were stored, by account and range. */
export interface ExpectedDays {
  foundOf(question: ClickQuestion): Found;
}

/** Maximum cached queries of all accounts; an entry for 90 days takes about 5 kB. */
const maxQuestions = 2000;

export function expectDays(): ExpectedDays {
  const found = createBoundedCache<string, Found>(maxQuestions);
  return {
    foundOf: ({ ownerId, range }) => found.get(JSON.stringify([ownerId, range.from, range.to]), () => ({ days: null })),
  };
}

/**
 * Computes a result from the stored days. Starts with the cached days and reads the current ones concurrently; computes
 * again only if the current days differ from the cached ones. Reading the current days first would take too long.
 */
export async function byStoredDays<T>(
  clickhouse: ClickHouseClient,
  question: ClickQuestion,
  answer: (days: AccountDays) => Promise<T>,
  expected?: ExpectedDays,
): Promise<T> {
  const found = expected?.foundOf(question);
  const expecting = found?.days ?? null;
  const [days, expectedAnswer] = await Promise.all([
    storedListDays(clickhouse, question),
    expecting && answer(expecting),
  ]);
  if (found) found.days = days;
  return expecting && expectedAnswer && areSame(days, expecting) ? expectedAnswer : answer(days);
}

/**
 * Returns whether both give the same results. Without stored days, all clicks are counted, so differences in missing
 * days don't matter.
 */
function areSame(one: AccountDays, other: AccountDays): boolean {
  return (one.stored.length === 0 && other.stored.length === 0) || textOf(one) === textOf(other);
}

function textOf({ listed, missing }: AccountDays): string {
  return JSON.stringify([listed.map(({ day, run }) => [day, run]).toSorted(), missing.toSorted()]);
}
