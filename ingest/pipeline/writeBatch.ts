import { Readable } from "node:stream";
import type { Semaphore } from "async-mutex";
import type { Bus } from "@hoplog/platform/bus/port.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import type { BatchTraces } from "@hoplog/platform/tracing/batchTraces.js";
import { clicksCountedChannel, clicksCountedMessage, type LinksOfOwner } from "@hoplog/schema/bus/clicksCounted.js";
import type { ClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { idsOf, type LinkIds } from "../batch/ids.ts";
import type { Columns } from "../clicks/columns.ts";
import { nativeBlock } from "../native/columns.ts";
import type { IngestMetrics } from "./metrics.ts";
import type { PreparedBatch } from "./prepareBatch.ts";

/** Where a batch goes, and who is notified of it. */
export interface Destination {
  readonly client: ClickHouseClient;
  readonly bus: Bus;
  readonly metrics: IngestMetrics;
  readonly traces: BatchTraces;
  /** How many inserts ClickHouse is to have at any time, as far as they weigh. */
  readonly inserts: Semaphore;
}

/**
 * Writes a batch and publishes which links have changed. May be repeated after a failure at any point: each click counts
 * once all the same. Each insert waits for its turn.
 */
export async function writeBatch(destination: Destination, prepared: PreparedBatch, weight: number): Promise<void> {
  const { batch, clicks, misses } = prepared;
  const { client, metrics, traces } = destination;
  const late = isLate(batch, prepared.recordedAt);
  let repeated = false;
  if (batch.size > 0) {
    if (late && (await clicksAreCounted(client, batch))) repeated = true;
    else await insertTimed(destination, weight, "clicks", clicks, batch);
  }
  if (batch.misses.size > 0) {
    if (late && (await missesAreCounted(client, batch))) repeated = true;
    else await insertTimed(destination, weight, "misses", misses, batch);
  }
  const writtenAt = Date.now();
  await publishCounted(destination.bus, batch);
  if (batch.size > 0) traces.step(uuidText(batch.id), "publish", writtenAt, Date.now());
  if (!repeated) {
    metrics.clicks.inc(batch.size);
    metrics.misses.inc(batch.misses.size);
  }
  metrics.batches.inc({ result: repeated ? "repeated" : "written" });
  if (batch.size > 0) metrics.newestCounted(batch.base + (batch.at.at(-1) ?? 0));
}

async function insertTimed(
  { client, metrics, traces, inserts }: Destination,
  weight: number,
  table: "clicks" | "misses",
  columns: Columns,
  batch: ClickBatch,
): Promise<void> {
  const batchId = uuidText(batch.id);
  await inserts.runExclusive(async () => {
    const stopTimer = metrics.insertSeconds.startTimer({ table });
    const begunAt = Date.now();
    await insertBlock(client, table, columns, batchId);
    stopTimer();
    traces.step(batchId, `insert into ${table}`, begunAt, Date.now());
  }, weight);
}

/** The views have grouped a block already, and one block is no work for two threads: both would only cost. */
const oneBlock = { optimize_on_insert: 0, max_threads: 1 } as const;

/**
 * Writes one block as one insert. The same token again is dropped, in the table and behind its views, as long as it
 * is within the tables' deduplication window. Resolves when ClickHouse has written it.
 */
export async function insertBlock(
  client: ClickHouseClient,
  table: string,
  columns: Columns,
  token: string,
): Promise<void> {
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${Object.keys(columns).join(", ")}) FORMAT Native`,
    values: Readable.from([nativeBlock(columns)], { objectMode: false }),
    clickhouse_settings: { insert_deduplication_token: token, ...oneBlock },
  });
  const answer = Buffer.concat(await stream.toArray()).toString("utf8");
  // An insert answers with nothing; a failure after the answer has begun stands in it.
  if (answer !== "") throw new Error(`ClickHouse did not take the insert: ${answer.slice(0, 500)}`);
}

async function publishCounted(bus: Bus, batch: ClickBatch): Promise<void> {
  if (batch.size === 0) return;
  for (const message of countedMessages(uuidText(batch.id), clickedLinks(batch))) {
    await bus.publish(clicksCountedChannel, message);
  }
}

/** The others are of misses alone. */
function clickedLinks({ links, link }: ClickBatch): ClickBatch["links"] {
  const clicked = new Uint8Array(links.length);
  for (const number of link) clicked[number] = 1;
  return clicked.includes(0) ? links.filter((_, number) => clicked[number] === 1) : links;
}

/** ClickHouse remembers the last 50,000 inserts of a table: at 27 a second they last for this long. */
const deduplicationMs = 30 * 60 * 1000;

/**
 * Whether a batch came into the log so late that an earlier copy of it may be forgotten by ClickHouse: then it has to
 * be looked up before it is written. The time in the log counts, not the time now: when the log delivers a record
 * again, however much later, only a handful of inserts have come since, and writing it again with its token also
 * completes the views of an insert that was cut off halfway.
 */
export function isLate(batch: ClickBatch, recordedAt: number): boolean {
  return recordedAt - batch.base > deduplicationMs;
}

/** Whether the batch's clicks are in the raw table. One row is enough: a batch is one insert, all or nothing. */
export async function clicksAreCounted(client: ClickHouseClient, batch: ClickBatch): Promise<boolean> {
  const link = batch.links[batch.link[0] ?? 0];
  if (batch.size === 0 || !link) return true;
  return exists(client, {
    query: `
      SELECT 1 FROM clicks
      WHERE owner_id = {owner:UUID} AND link_id = {link:UUID}
        AND at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') AND batch_id = {batch:UUID}
      LIMIT 1`,
    query_params: {
      owner: uuidText(link.ownerId),
      link: uuidText(link.linkId),
      at: batch.base + (batch.at[0] ?? 0),
      batch: uuidText(batch.id),
    },
  });
}

export async function missesAreCounted(client: ClickHouseClient, batch: ClickBatch): Promise<boolean> {
  const { misses } = batch;
  if (misses.size === 0) return true;
  return exists(client, {
    query: `
      SELECT 1 FROM misses
      WHERE code = {code:String} AND at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') AND batch_id = {batch:UUID}
      LIMIT 1`,
    query_params: {
      code: batch.texts[misses.code[0] ?? 0] ?? "",
      at: batch.base + (misses.at[0] ?? 0),
      batch: uuidText(batch.id),
    },
  });
}

async function exists(
  client: ClickHouseClient,
  question: { query: string; query_params: Record<string, unknown> },
): Promise<boolean> {
  const answer = await client.query({ ...question, format: "JSONEachRow" });
  return (await answer.json()).length > 0;
}

/** Keeps one message at some 500 kB at most. */
const linksAMessage = 20_000;

/** The messages that name all of a batch's links. */
export function* countedMessages(batchId: string, links: readonly LinkIds[]): Generator<string> {
  if (links.length > 0 && links.length <= linksAMessage) yield clicksCountedMessage(batchId, byOwner(links));
  else
    for (let from = 0; from < links.length; from += linksAMessage) {
      yield clicksCountedMessage(batchId, byOwner(links.slice(from, from + linksAMessage)));
    }
}

function byOwner(links: readonly LinkIds[]): LinksOfOwner[] {
  const { owners, ownerOf } = idsOf(links);
  const all = Array.from({ length: owners.length / 16 }, (_, i) => ({
    ownerId: owners.subarray(i * 16, i * 16 + 16),
    linkIds: new Array<Uint8Array>(),
  }));
  for (const [i, { linkId }] of links.entries()) all[ownerOf[i] ?? 0]?.linkIds.push(linkId);
  return all;
}
