import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { createLogger } from "../../logging/logger.ts";
import { sql } from "../../postgres/sql.ts";
import { terminateOthers } from "../../postgres/terminateOthers.ts";
import { freshDatabase } from "../../testing/engines.ts";
import { describeEventLog } from "../testing/eventLog.ts";
import type { EventLog } from "../port.ts";
import { openPostgresLog } from "./eventLog.ts";
import { parsePosition, toPosition } from "./position.ts";

const logger = createLogger("test", "silent");
const topic: Topic = { name: "clicks", cleanup: "delete", retentionMs: 3_600_000 };
const limits = { maxRecords: 10, maxBytes: 1000 };

describeEventLog("Postgres", async () => {
  const database = await freshDatabase();
  return {
    open: () => openPostgresLog({ databaseUrl: database.url, logger }),
    breakConnections: () => terminateOthers(database.url),
    dispose: () => database.drop(),
  };
});

async function setUp() {
  const database = await freshDatabase();
  const log = await openPostgresLog({ databaseUrl: database.url, logger });
  const client = new pg.Client({ connectionString: database.url });
  const observer = new pg.Client({ connectionString: database.url });
  await Promise.all([client.connect(), observer.connect()]);
  onTestFinished(async () => {
    await Promise.all([client.end(), observer.end()]);
    await log.close();
    await database.drop();
  });
  return { log, client, observer, url: database.url };
}

describe("several deliveries at once", () => {
  const one = { maxRecords: 1, maxBytes: 1000, maxConcurrent: 2 };
  const textOf = (records: readonly { value: Uint8Array | null }[]) => Buffer.from(records[0]?.value ?? []).toString();
  const appendAll = (log: EventLog, values: readonly string[]) =>
    log.append(
      topic,
      values.map((value) => ({ key: null, value: Buffer.from(value) })),
    );

  it("are at work together, and the second is not committed before the first", async () => {
    const { log } = await setUp();
    await appendAll(log, ["0", "1", "2"]);
    const begun: string[] = [];
    const ended: string[] = [];
    const first = Promise.withResolvers<void>();
    log.consume(topic, "a", one, async ({ records }) => {
      begun.push(textOf(records));
      if (textOf(records) === "0") await first.promise;
      ended.push(textOf(records));
    });
    await expect.poll(() => ended).toEqual(["1"]);
    expect(begun).toEqual(["0", "1"]);
    expect(await log.lag(topic, "a")).toBe(3);
    first.resolve();
    await expect.poll(() => log.lag(topic, "a")).toBe(0);
    expect(ended).toEqual(["1", "0", "2"]);
  });

  it("have ended before a record is given again after a lost connection", async () => {
    const { log, client, observer, url } = await setUp();
    // Cutting connections also affects these clients.
    for (const other of [client, observer]) other.on("error", () => {});
    await appendAll(log, ["0", "1"]);
    const atWork: string[] = [];
    const begun: string[] = [];
    const twice: string[] = [];
    const gate = Promise.withResolvers<void>();
    log.consume(topic, "a", one, async ({ records }) => {
      const value = textOf(records);
      if (atWork.includes(value)) twice.push(value);
      atWork.push(value);
      begun.push(value);
      await gate.promise;
      atWork.splice(atWork.indexOf(value), 1);
    });
    await expect.poll(() => begun).toEqual(["0", "1"]);
    await terminateOthers(url);
    gate.resolve();
    await expect.poll(() => log.lag(topic, "a").catch(() => -1)).toBe(0);
    expect(begun.toSorted()).toEqual(["0", "0", "1", "1"]);
    expect(twice).toEqual([]);
  });
});

describe("readers", () => {
  it("never step over a record whose transaction commits late", async () => {
    const { log, client, observer } = await setUp();
    const values: string[] = [];
    const take = async ({ records }: { records: readonly { value: Uint8Array | null }[] }): Promise<void> => {
      values.push(...records.map(({ value }) => Buffer.from(value ?? []).toString()));
    };
    await client.query("BEGIN");
    await client.query("INSERT INTO log_record (topic, value) VALUES ('clicks', 'late')");
    log.consume(topic, "a", limits, take);
    log.follow(topic, null, limits, take);
    await log.append(topic, [{ key: null, value: Buffer.from("early") }]);
    // Waits until a reader has queried the log after the early record was appended and before the late one is
    // committed.
    await expect.poll(() => log.lag(topic, "a")).toBe(1);
    const { rows } = await observer.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
    await expect.poll(() => lookedSince(observer, rows[0]?.now ?? "")).toBe(true);
    expect(values).toEqual([]);
    await client.query("COMMIT");
    await expect.poll(() => values.toSorted()).toEqual(["early", "early", "late", "late"]);
    expect(values.indexOf("late")).toBeLessThan(values.indexOf("early"));
  });

  it("refuse a position of another log", async () => {
    const { log } = await setUp();
    const foreign = JSON.parse('"kafka:0:17"');
    expect(() => log.follow(topic, foreign, limits, async () => {})).toThrow(/not a position/);
  });
});

describe("large values", () => {
  const repeating = Buffer.alloc(20_000, "click ");
  const random = randomBytes(20_000);
  const small = Buffer.alloc(100, "click ");

  it("are kept compressed where that makes them smaller, and come back as they were", async () => {
    const { log, client } = await setUp();
    await log.append(
      topic,
      [repeating, random, small].map((value) => ({ key: null, value })),
    );
    const { rows } = await client.query<{ bytes: number; full_size: number | null }>(
      "SELECT octet_length(value) AS bytes, full_size FROM log_record ORDER BY position",
    );
    expect(rows[0]?.bytes).toBeLessThan(1000);
    expect(rows[0]?.full_size).toBe(20_000);
    expect(rows.slice(1)).toEqual([
      { bytes: 20_000, full_size: null },
      { bytes: 100, full_size: null },
    ]);
    const values: (Uint8Array | null)[] = [];
    log.consume(topic, "a", { maxRecords: 10, maxBytes: 100_000 }, async ({ records }) => {
      values.push(...records.map(({ value }) => value));
    });
    await expect.poll(() => values.length).toBe(3);
    expect(values.map((value) => Buffer.from(value ?? []))).toEqual([repeating, random, small]);
  });

  it("count in a delivery with the memory they take there", async () => {
    const { log } = await setUp();
    await log.append(
      topic,
      [1, 2, 3, 4, 5].map(() => ({ key: null, value: repeating })),
    );
    const deliveries: number[] = [];
    log.consume(topic, "a", { maxRecords: 10, maxBytes: 50_000 }, async ({ records }) => {
      deliveries.push(records.length);
    });
    await expect.poll(() => deliveries).toEqual([2, 2, 1]);
  });
});

describe("opening", () => {
  it("works for several processes that start at once on an empty database", async () => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    const open = () => openPostgresLog({ databaseUrl: database.url, logger });
    const logs = await Promise.all([open(), open(), open(), open()]);
    await logs[0]?.append(topic, [{ key: null, value: Buffer.from("x") }]);
    expect(await logs[3]?.lag(topic, "a")).toBe(1);
    await Promise.all(logs.map((log) => log.close()));
  });

  it("rejects when Postgres can't be reached", async () => {
    const databaseUrl = "postgres://nobody:x@127.0.0.1:1/none";
    await expect(openPostgresLog({ databaseUrl, logger })).rejects.toThrow(/ECONNREFUSED/);
  });
});

it("positions survive the way through text", () => {
  const point = { xid: "18446744073709551615", position: "9223372036854775807" };
  expect(parsePosition(toPosition(point))).toEqual(point);
});

/** Returns whether a reader's latest query of the log began after `time` on the server. */
async function lookedSince(client: pg.Client, time: string): Promise<boolean> {
  const { rowCount } = await client.query(
    sql`SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE '%AS unsettled%' AND query NOT LIKE '%pg_stat_activity%'
       AND query_start > ${time}::timestamptz`,
  );
  return rowCount !== 0;
}
