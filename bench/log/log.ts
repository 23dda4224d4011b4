import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAdminClient } from "@hoplog/platform/log/kafka/admin.js";
import { createAppend } from "@hoplog/platform/log/kafka/append.js";
import { compressions, createKafka, type Compression } from "@hoplog/platform/log/kafka/client.js";
import { openKafkaLog } from "@hoplog/platform/log/kafka/eventLog.js";
import { createProducerPool } from "@hoplog/platform/log/kafka/producers.js";
import { createTopics } from "@hoplog/platform/log/kafka/topics.js";
import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { openPostgresLog } from "@hoplog/platform/log/postgres/eventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { counted } from "@hoplog/schema/counted.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { demoClicks } from "@hoplog/stack/demo/traffic.js";
import { startKafka } from "@hoplog/stack/engines/kafka/kafka.js";
import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { table, whole } from "../measure/table.ts";

const logger = createLogger("bench", "silent");
const count = 480;
/** Batches per append, the same as in a redirector's shipper. */
const together = 16;
const clicksABatch = 1500;

type Append = (topic: Topic, records: readonly NewRecord[]) => Promise<void>;

/** Measures the throughput of both event log drivers: batches of clicks of about 100 kB, one append after another. */
export async function benchLog(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-log-"));
  const postgres = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    port: await freePort(),
    password: "x",
  });
  const kafka = await startKafka({
    dataDir: path.join(folder, "kafka"),
    port: await freePort(),
    controllerPort: await freePort(),
  });
  const records = batches();
  const bytes = records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
  try {
    const [postgresLog, kafkaLog] = [
      await openPostgresLog({ databaseUrl: postgres.url, logger }),
      await openKafkaLog({ brokers: [kafka.url], logger }),
    ];
    const client = createKafka({ brokers: [kafka.url] }, logger);
    const admin = createAdminClient(client);
    const measured = [{ name: "Postgres", ...(await measure(postgresLog, postgresLog.append, records)) }];
    for (const compression of compressions) {
      const producers = createProducerPool(client, 3, compression);
      const append = createAppend(createTopics(admin), producers);
      measured.push({ name: nameOf(compression), ...(await measure(kafkaLog, append, records)) });
      await producers.close();
    }
    await Promise.all([postgresLog.close(), kafkaLog.close(), admin.close()]);
    const [first] = measured;
    const rows = measured.map(({ name, append, consume }) => [
      name,
      ...[append, consume].flatMap((seconds, i) => [
        whole(bytes / seconds / 1e6),
        whole((count * clicksABatch) / seconds),
        (((i === 0 ? first?.append : first?.consume) ?? Number.NaN) / seconds).toFixed(2),
      ]),
    ]);
    return [
      `Event log: ${counted(count, "batch", "batches")} of ${whole(bytes / count / 1000)} kB, ${together} an append`,
      table(["", "append MB/s", "clicks/s", "ratio", "consume MB/s", "clicks/s", "ratio"], rows),
    ].join("\n");
  } finally {
    await Promise.all([postgres.stop({ hurry: true }), kafka.stop({ hurry: true })]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the durations of appending and of consuming all records, in seconds, after an unmeasured warm-up. */
async function measure(log: EventLog, append: Append, records: readonly NewRecord[]) {
  await send(append, newTopic(), records.slice(0, 64));
  const topic = newTopic();
  const appendFrom = performance.now();
  await send(append, topic, records);
  const consumeFrom = performance.now();
  let got = 0;
  const all = Promise.withResolvers<void>();
  const reading = log.consume(topic, "bench", { maxRecords: 16, maxBytes: 16_000_000 }, async (batch) => {
    got += batch.records.length;
    if (got >= records.length) all.resolve();
  });
  await all.promise;
  const until = performance.now();
  await reading.stop();
  return { append: (consumeFrom - appendFrom) / 1000, consume: (until - consumeFrom) / 1000 };
}

async function send(append: Append, topic: Topic, records: readonly NewRecord[]): Promise<void> {
  for (let at = 0; at < records.length; at += together) await append(topic, records.slice(at, at + together));
}

function newTopic(): Topic {
  return { name: `bench.${randomUUID()}`, cleanup: "delete", retentionMs: 3_600_000 };
}

function batches(): NewRecord[] {
  const random = seededRandom(1);
  const targets = Array.from({ length: 200 }, (_, i) => ({
    linkId: randomBytes(16),
    ownerId: randomBytes(16),
    weight: 1 / (i + 1),
    age: 30,
  }));
  const clicks = demoClicks(targets, count * clicksABatch, Date.now(), random);
  return Array.from({ length: count }, (_, i) => ({
    key: null,
    value: encodeClickBatch(randomBytes(16), clicks.slice(i * clicksABatch, (i + 1) * clicksABatch), []),
  }));
}

function nameOf(compression: Compression): string {
  return compression === "none" ? "Kafka" : `Kafka, ${compression}`;
}
