import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { type LinkTotals, linkTotals } from "./linkTotals.ts";

/** A function with the parameters and result of `linkTotals`, without the client. */
export type FetchTotals = (ownerIds: readonly string[], linkIds: readonly string[]) => Promise<Map<string, LinkTotals>>;

interface Question {
  readonly ownerIds: readonly string[];
  readonly linkIds: readonly string[];
}

/** ClickHouse counts a thousand links as fast as one, and two concurrent queries are as fast as twenty. */
const maxConcurrent = 2;

/** Batches requests for totals that arrive while {@link maxConcurrent} queries run; other requests are sent at once. */
export function batchTotals(clickhouse: ClickHouseClient, ask: typeof linkTotals = linkTotals): FetchTotals {
  const batched = batchWhileBusy<Question, Map<string, LinkTotals>>(([first, ...others]) => {
    if (others.length === 0) return ask(clickhouse, first.ownerIds, first.linkIds);
    const owners = new Set(first.ownerIds);
    const links = new Set(first.linkIds);
    for (const { ownerIds, linkIds } of others) {
      for (const id of ownerIds) owners.add(id);
      for (const id of linkIds) links.add(id);
    }
    return ask(clickhouse, [...owners], [...links]);
  }, maxConcurrent);
  return async (ownerIds, linkIds) => (linkIds.length === 0 ? new Map() : batched({ ownerIds, linkIds }));
}
