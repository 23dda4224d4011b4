import type { Bus } from "@hoplog/platform/bus/port.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { Traces } from "@hoplog/platform/tracing/traces.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { blocksOf, type ClickBlock } from "../batch/block.ts";
import { columnsOf, type Columns, type Enrichment } from "../clicks/columns.ts";
import type { Taken } from "../deliveries/counted.ts";
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

/** Dependencies for writing clicks: the destination, enrichment and notification. */
export interface Destination {
  readonly client: ClickHouseClient;
  readonly bus: Bus;
  readonly enrichment: Enrichment;
  readonly salts: SaltStore;
  readonly erasures: ErasureGuard;
  readonly rules: RuleStore;
  readonly metrics: IngestMetrics;
  readonly traces: Traces;
  readonly pace: Pace;
}

/** A delivery to write, and the batches that it has taken. */
export interface WrittenDelivery {
  readonly id: string;
  readonly batches: readonly RecordedBatch[];
  readonly taken: Taken;
  /** Version of the workspaces' rules, fixed when the delivery was opened. */
  readonly rulesVersion: number;
}

/** Numbers of written rows; rows of erased links are excluded. */
export interface Written {
  readonly clicks: number;
  readonly misses: number;
}

/**
 * Writes the batches that a delivery has taken: one insert per block and table, with tokens made from the delivery's
 * id. May be retried after a failure at any point: each click counts only once.
 */
export async function writeDelivery(
  destination: Destination,
  { id, batches, taken, rulesVersion }: WrittenDelivery,
): Promise<Written> {
  const mine = batches.filter((one) => taken.has(one.id));
  const blocks = blocksOf(mine.map(({ batch }) => batch));
  return destination.erasures.write((withoutErased) =>
    writeBlocks({ destination, rulesVersion }, blocks, id, withoutErased),
  );
}

async function writeBlocks(
  { destination, rulesVersion }: { readonly destination: Destination; readonly rulesVersion: number },
  blocks: readonly ClickBlock[],
  token: string,
  withoutErased: WithoutErased,
): Promise<Written> {
  const written = { clicks: 0, misses: 0 };
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
    written.clicks += block.size;
    written.misses += block.misses.size;
  }
  return written;
}

/**
 * Reports a tracing step for each batch of a block, from the end of the previous step; steps with `isBeside` run in
 * parallel.
 */
type Follow = (name: string, isBeside?: boolean) => void;

function followed(traces: Traces, { batchIds }: ClickBlock): Follow {
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
 * Inserts into all tables in parallel. Resolves or rejects when all inserts have ended. Only clicks and misses affect
 * the pace, not the number of request counts.
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
