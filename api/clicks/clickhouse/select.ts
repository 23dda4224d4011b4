import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { firstIssue } from "@hoplog/schema/firstIssue.js";
import type { z } from "zod";
import { Semaphore } from "async-mutex";
import { hasFewClicks } from "./fewClicks.ts";
import { retryBriefOutage } from "./retryBriefOutage.ts";

/** What questions about clicks take. */
export interface ClickHouse {
  readonly clickhouse: ClickHouseClient;
}

export interface SelectOptions {
  /** By default one for questions of an account while there are few clicks, else as many as there are cores. */
  readonly maxThreads?: number;
  /** 10 by default; 0 for as long as it takes. */
  readonly maxSeconds?: number;
}

/**
 * For a question to the sums of a link or an account: one thread answers it as soon, for a fifth less of the processor's
 * time.
 */
export const oneThread: SelectOptions = { maxThreads: 1 };

/**
 * Runs a query with bound parameters and parses its rows. A question of a page must not take longer than 10 s. Accounts,
 * by the parameter `owner`, keep each other waiting no longer than {@link inAccountsTurn} lets them.
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
        // For some hundred rows, threads that format them cost a tenth of the whole answer.
        output_format_parallel_formatting: 0,
        ...(threads && { max_threads: threads }),
      },
    });
    return result.json();
  };
  const rows = await retryBriefOutage(clickhouse, () =>
    account === null ? ask() : inAccountsTurn(clickhouse, account, ask),
  );
  const { data, error } = row.array().safeParse(rows);
  if (error) throw new TypeError(`ClickHouse answered with other rows than expected: ${firstIssue(error)}`);
  return data;
}

/** Of the ten connections that a client opens: the others are there for everybody else's questions. */
export const questionsAtOnce = 6;

/** Of each client, the accounts that ask just now. */
const asking = new WeakMap<object, Map<string, Semaphore>>();

/**
 * Runs a question once fewer than {@link questionsAtOnce} of the same account run. An operation may ask for hundreds of
 * figures; they wait for each other here, and not before the questions of others.
 */
async function inAccountsTurn<T>(client: object, account: string, ask: () => Promise<T>): Promise<T> {
  const accounts = asking.get(client) ?? new Map<string, Semaphore>();
  asking.set(client, accounts);
  const turns = accounts.get(account) ?? new Semaphore(questionsAtOnce);
  accounts.set(account, turns);
  try {
    return await turns.runExclusive(ask);
  } finally {
    if (turns.getValue() === questionsAtOnce) accounts.delete(account);
  }
}
