import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { firstIssue } from "@hoplog/schema/firstIssue.js";
import type { z } from "zod";
import { Semaphore } from "async-mutex";
import { hasFewClicks } from "./fewClicks.ts";
import { retryBriefOutage } from "./retryBriefOutage.ts";

/** The dependency of queries about clicks. */
export interface ClickHouse {
  readonly clickhouse: ClickHouseClient;
}

export interface SelectOptions {
  /**
   * Number of threads. Default: one for queries of an account while there are few clicks, otherwise the number of
   * cores.
   */
  readonly maxThreads?: number;
  /** Time limit in seconds, 10 by default; 0 for no limit. */
  readonly maxSeconds?: number;
}

/** Options for queries of the sums of a link or an account: one thread is as fast, and needs a fifth less CPU time. */
export const oneThread: SelectOptions = { maxThreads: 1 };

/**
 * Runs a query with bound parameters and parses its rows. Queries of pages must not take longer than 10 s. Concurrent
 * queries of an account, given by the parameter `owner`, are limited by {@link withinAccountLimit}.
 */
export async function select<S extends z.ZodType>(
  clickhouse: ClickHouseClient,
  row: S,
  query: string,
  params: Record<string, unknown>,
  { maxThreads, maxSeconds = 10 }: SelectOptions = {},
): Promise<z.output<S>[]> {
  const { owner } = params;
  const account = typeof owner === "string" ? owner : null;
  const threads = maxThreads ?? (account !== null && hasFewClicks(clickhouse) ? 1 : null);
  const ask = async () => {
    const result = await clickhouse.query({
      query,
      query_params: params,
      format: "JSONEachRow",
      clickhouse_settings: {
        max_execution_time: maxSeconds,
        // Disables parallel formatting, which for a few hundred rows costs a tenth of the total time.
        output_format_parallel_formatting: 0,
        ...(threads && { max_threads: threads }),
      },
    });
    return result.json();
  };
  const rows = await retryBriefOutage(clickhouse, () =>
    account === null ? ask() : withinAccountLimit(clickhouse, account, ask),
  );
  const { data, error } = row.array().safeParse(rows);
  if (error) throw new TypeError(`ClickHouse returned unexpected rows: ${firstIssue(error)}`);
  return data;
}

/**
 * Maximum concurrent queries of an account, of the client's ten connections: the others are reserved for other
 * accounts.
 */
export const queriesPerAccount = 6;

/** The semaphores of accounts with running queries, per client. */
const accountSemaphores = new WeakMap<object, Map<string, Semaphore>>();

/**
 * Runs a query once fewer than {@link queriesPerAccount} of the same account run. An operation may need hundreds of
 * queries; they wait for each other here, without delaying those of other accounts.
 */
async function withinAccountLimit<T>(client: object, account: string, ask: () => Promise<T>): Promise<T> {
  const accounts = accountSemaphores.get(client) ?? new Map<string, Semaphore>();
  accountSemaphores.set(client, accounts);
  const semaphore = accounts.get(account) ?? new Semaphore(queriesPerAccount);
  accounts.set(account, semaphore);
  try {
    return await semaphore.runExclusive(ask);
  } finally {
    if (semaphore.getValue() === queriesPerAccount) accounts.delete(account);
  }
}
