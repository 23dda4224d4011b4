import type { Bus } from "@hoplog/platform/bus/port.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { BatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import type { Requests } from "@hoplog/schema/topics/clickBatch/requests.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { blocksOf, type ClickBlock } from "../batch/block.ts";
import { columnsOf, type Columns, type Enrichment } from "../clicks/columns.ts";
import type { Part, Taken } from "../deliveries/counted.ts";
import type { ErasureGuard, WithoutErased } from "../erasure/erasure.ts";
import type { RuleStore } from "../rules/rules.ts";
import type { SaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";
import { insertBlock } from "./insertBlock.ts";
import type { IngestMetrics } from "./metrics.ts";
import type { Pace } from "./pace.ts";
import { publishCounted } from "./publishCounted.ts";
import { publishMisses } from "./publishMisses.ts";
import type { RecordedBatch } from "../batch/readRecords.ts";

/** Where clicks go, what they need on the way, and who is notified of them. */
export interface Destination {
  readonly client: ClickHouseClient;
  readonly bus: Bus;
  readonly enrichment: Enrichment;
  readonly salts: SaltStore;
  readonly erasures: ErasureGuard;
  readonly rules: RuleStore;
  readonly metrics: IngestMetrics;
  readonly traces: BatchTraces;
  readonly pace: Pace;
}

/** What is written as one insert. */
export interface WrittenDelivery {
  readonly id: string;
  readonly batches: readonly RecordedBatch[];
  readonly taken: Taken;
  /** Of the workspaces' rules, as it was fixed when the delivery was opened. */
  readonly rulesVersion: number;
}

/** How many rows, without what is erased. */
export interface Written {
  readonly clicks: number;
  readonly misses: number;
}

/**
 * Writes a delivery's batches as one insert under its id, but those that the log took before `since`, which are written
 * each under its own, as the release before did. May be repeated after a failure at any point: each click counts once all
 * the same.
 */
export async function writeDelivery(
  destination: Destination,
  { id, batches, taken, rulesVersion }: WrittenDelivery,
  since: number,
): Promise<Written> {
  const mine = batches.filter((one) => taken.has(one.id));
  const halved = (one: RecordedBatch) => halfOf(one.batch, taken.get(one.id) ?? "all");
  const together = mine.filter(({ recordedAt }) => recordedAt >= since);
  const write = (blocks: readonly ClickBlock[], token: string, withoutErased: WithoutErased) =>
    writeBlocks({ destination, rulesVersion }, blocks, token, withoutErased);
  return destination.erasures.write(async (withoutErased) => {
    const written: Written[] = [];
    for (const one of mine.filter(({ recordedAt }) => recordedAt < since))
      written.push(await write(blocksOf([halved(one)]), one.id, withoutErased));
    written.push(await write(blocksOf(together.map(halved)), id, withoutErased));
    return sumOf(written);
  });
}

function sumOf(all: readonly Written[]): Written {
  return {
    clicks: all.reduce((sum, { clicks }) => sum + clicks, 0),
    misses: all.reduce((sum, { misses }) => sum + misses, 0),
  };
}

async function writeBlocks(
  { destination, rulesVersion }: { readonly destination: Destination; readonly rulesVersion: number },
  blocks: readonly ClickBlock[],
  token: string,
  withoutErased: WithoutErased,
): Promise<Written> {
  const written: Written[] = [];
  for (const [number, whole] of blocks.entries()) {
    const step = followed(destination.traces, whole);
    const block = await withoutErased(whole);
    const rules = await destination.rules.at(rulesVersion, block.links);
    const columns = columnsOf(block, destination.enrichment, await destination.salts.of(daysOf(block)), rules);
    step("enrich");
    const inserts = {
      token: number === 0 ? token : `${token}/${number}`,
      rows: { clicks: block.size, misses: block.misses.size, request_quarter: block.requests.size },
    };
    await insertAll(destination, columns, inserts, (table) => step(`insert into ${table}`, true));
    step("insert");
    await publishCounted(destination.bus, block);
    await publishMisses(destination.bus, block);
    step("publish");
    written.push({ clicks: block.size, misses: block.misses.size });
  }
  return sumOf(written);
}

/** Says of each of a block's batches how long a step took: from the end of the one before, beside which `isBeside` ones run. */
type Follow = (name: string, isBeside?: boolean) => void;

function followed(traces: BatchTraces, { batchIds }: ClickBlock): Follow {
  if (!traces.isOn) return () => {};
  let from = Date.now();
  const ids = Array.from({ length: batchIds.length / 16 }, (_, i) => uuidText(batchIds.subarray(i * 16, i * 16 + 16)));
  return (name, isBeside = false) => {
    const until = Date.now();
    for (const id of ids) traces.step(id, name, from, until);
    if (!isBeside) from = until;
  };
}

const tables = ["clicks", "misses", "request_quarter"] as const;

/**
 * Inserts into all tables at a time. Resolves, or rejects, when none of them is under way any more. The pace is that of visits:
 * how many requests were counted changes nothing.
 */
async function insertAll(
  { client, metrics, pace }: Destination,
  columns: Readonly<Record<(typeof tables)[number], Columns>>,
  { token, rows }: { readonly token: string; readonly rows: Readonly<Record<(typeof tables)[number], number>> },
  onInserted: (table: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  const inserts = tables.map(async (table) => {
    if (rows[table] === 0) return;
    const stopTimer = metrics.insertSeconds.startTimer({ table });
    await insertBlock(client, table, columns[table], token);
    stopTimer();
    onInserted(table);
  });
  const failed = (await Promise.allSettled(inserts)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  pace.spent(performance.now() - startedAt, rows.clicks + rows.misses);
}

/** The batch with what of it is to be counted. */
function halfOf(batch: ClickBatch, part: Part): ClickBatch {
  if (part === "all") return batch;
  const none = new Uint32Array(0);
  const noVisits = {
    size: 0,
    at: none,
    userAgent: none,
    referrer: none,
    languages: none,
    addresses: noBytes,
    flags: noBytes,
  };
  const requests = requestsOfHalf(batch.requests, part);
  if (part === "misses") return { ...batch, ...noVisits, link: none, query: none, ids: noBytes, requests };
  const noMisses = { ...noVisits, link: none, host: none, path: none, code: none, reasons: [] };
  return { ...batch, misses: noMisses, requests };
}

/** The other half was counted by a release that wrote no counts of requests. */
function requestsOfHalf(requests: Requests, part: "clicks" | "misses"): Requests {
  const none = new Uint32Array(requests.size);
  return { ...requests, clicks: none, misses: none, dropped: none, [part]: requests[part] };
}

const noBytes = new Uint8Array(0);
