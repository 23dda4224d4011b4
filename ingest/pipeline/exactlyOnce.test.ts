import { openBus } from "@hoplog/platform/drivers/openBus.js";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { noTraces } from "@hoplog/platform/tracing/traces.js";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { prepareDatabases } from "../boot/prepare.ts";
import { createEnrichment } from "../clicks/columns.ts";
import { createCountedBatches, type CountedBatches } from "../deliveries/counted.ts";
import { createDeliveryStore } from "../deliveries/intents.ts";
import { createErasureGuard } from "../erasure/erasure.ts";
import { testClick, testLink, testRecord } from "../testing/clicks.ts";
import { makeRuleTables, setRules } from "../testing/rules.ts";
import { freshDatabases, logger } from "../testing/setUp.ts";
import { createRuleStore } from "../rules/rules.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { createDelivering } from "./deliver.ts";
import { createMetrics } from "./metrics.ts";
import { createPace } from "./pace.ts";

const locator = openLocator();

const places = [
  "before it took its batches",
  "when it had taken them",
  "between the insert and what it publishes",
  "before it was marked as counted",
] as const;
type Place = (typeof places)[number];

async function setUp() {
  const databases = await freshDatabases();
  const { pool, client, databaseUrl } = databases;
  await prepareDatabases(pool, databases.clickHouse);
  const bus = await openBus({ databaseUrl, logger });
  onTestFinished(() => bus.close());
  const enrichment = createEnrichment(locator);
  const salts = createSaltStore(pool);

  const testIsOver = Promise.withResolvers<never>();
  testIsOver.promise.catch(() => {});
  const ending = new AbortController();
  onTestFinished(() => {
    ending.abort();
    testIsOver.reject(new Error("the test is over"));
  });
  /** Simulates a kill: the promise never resolves. */
  const killed = () => testIsOver.promise;

  /** Simulates another process on the same databases; `fault` replaces some of its functions. */
  function ingest(fault: Partial<CountedBatches> & { readonly publish?: () => Promise<never> } = {}) {
    const deliveries = createDeliveryStore(pool);
    const counted = { ...createCountedBatches(pool), ...fault };
    const registry = createRegistry("ingest");
    const metrics = createMetrics(registry, {
      lag: async () => 0,
      oldestOpen: counted.oldestOpen,
      deadLetters: async () => 0,
      damagedParts: async () => 0,
    });
    const { deliver } = createDelivering({
      topic: "clicks.v1",
      deliveries,
      counted,
      destination: {
        client,
        bus: { ...bus, ...(fault.publish && { publish: fault.publish }) },
        enrichment,
        salts,
        erasures: createErasureGuard(pool),
        rules: createRuleStore(pool),
        metrics,
        traces: noTraces,
        pace: createPace(),
      },
      pool,
      logger,
      ending: ending.signal,
    });
    const metric = async (name: string): Promise<string | undefined> =>
      new RegExp(`^${name}(?:{[^}]*})? (.*)$`, "m").exec(await registry.metrics())?.[1];
    return {
      metric,
      /** Delivers like the log: if a range is stored for the first record's position, that range is delivered. */
      async deliver(all: readonly LogRecord[], first = 0, last = all.length - 1): Promise<void> {
        const [record] = all.slice(first);
        if (!record) throw new RangeError("no record");
        const intent = await deliveries.open({ log: "test", partition: 0, first: `${first}`, last: `${last}` }, record);
        const records = all.slice(first, Number(intent.last) + 1);
        await deliver({ records, intentId: intent.id });
      },
    };
  }

  const counts = async () =>
    (
      await databases.rows(`SELECT (SELECT count() FROM clicks), (SELECT uniqExact(click_id) FROM clicks),
        (SELECT sum(people + bots) FROM link_quarter), (SELECT sum(people + bots) FROM owner_quarter),
        (SELECT count() FROM misses), (SELECT sum(misses) FROM misses_day), (SELECT count() FROM misses_by_owner),
        (SELECT sum(clicks) - sum(erased) FROM request_quarter), (SELECT sum(misses) FROM request_quarter)`)
    )[0];
  /** Delivers in a process that is killed at `where`; resolves when the process reaches that point. */
  async function deliverUntilKilled(where: Place, records: readonly LogRecord[], last?: number): Promise<void> {
    const reached = Promise.withResolvers<void>();
    const store = createCountedBatches(pool);
    const die = () => {
      reached.resolve();
      return killed();
    };
    const faults = {
      "before it took its batches": { take: die },
      "when it had taken them": {
        take: async (...given: Parameters<CountedBatches["take"]>) => {
          await store.take(...given);
          return die();
        },
      },
      "between the insert and what it publishes": { publish: die },
      "before it was marked as counted": { complete: die },
    };
    ingest(faults[where])
      .deliver(records, 0, last)
      .catch(() => {});
    await reached.promise;
  }

  return { ...databases, ingest, deliverUntilKilled, counts };
}

const recorded = (clicks = 3, recordedAt = Date.now()): LogRecord => ({
  ...testRecord(
    Array.from({ length: clicks }, () => testClick(testLink())),
    [{ at: Date.now(), code: "nowhere", reason: "unknown" }],
  ),
  recordedAt,
});
const all = (clicks: number, misses: number) => [...Array(4).fill(clicks), ...Array(3).fill(misses), clicks, misses];

describe("a delivery whose ingest was killed", () => {
  it.each(places)("%s is counted once by the next one, as it was", async (place) => {
    const { ingest, deliverUntilKilled, counts, pool } = await setUp();
    const records = [recorded(), recorded(), recorded(), recorded()];
    const store = createCountedBatches(pool);
    await deliverUntilKilled(place, records, 2);
    // The log now has more records and would deliver old and new ones together.
    const next = ingest();
    await next.deliver(records);
    expect(await counts()).toEqual(all(9, 3));
    await next.deliver(records, 3);
    await next.deliver(records, 0);
    expect(await counts()).toEqual(all(12, 4));
    expect(await store.oldestOpen()).toBe(0);
  });

  it("is counted once when both write it", async () => {
    const { ingest, counts } = await setUp();
    const records = Array.from({ length: 20 }, () => recorded());
    const [one, two] = [ingest(), ingest()];
    await Promise.all([one.deliver(records), two.deliver(records), one.deliver(records), two.deliver(records)]);
    expect(await counts()).toEqual(all(60, 20));
    const clicks = await Promise.all([one, two].map(({ metric }) => metric("hoplog_ingest_clicks_total")));
    expect(clicks.reduce((sum, value) => sum + Number(value), 0)).toBe(60);
  });

  it("is completed when ClickHouse was killed within the insert", async () => {
    const { ingest, counts, client } = await setUp();
    const records = [recorded(), recorded()];
    const view = (sum: string) => `CREATE MATERIALIZED VIEW misses_day_view TO misses_day AS
      SELECT toDate(at) AS day, ${sum} AS misses FROM misses GROUP BY day`;
    const [created] = await client
      .query({
        query:
          "SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = 'misses_day_view'",
        format: "JSONEachRow",
      })
      .then((answer) => answer.json<{ sql: string }>());
    expect(created?.sql).toMatch(/misses_day/);
    await client.command({ query: "DROP TABLE misses_day_view SYNC" });
    await client.command({ query: view("throwIf(count() > 0) + 1") });
    const first = ingest();
    const failing = first.deliver(records);
    const partly = () => counts().then((found) => JSON.stringify([found].flat(2).slice(0, 6)));
    await expect.poll(partly).toBe(JSON.stringify([6, 6, 6, 6, 2, 0]));
    // Restores the view in one step, because an insert while the view is missing would succeed without it.
    const query = /\bAS (SELECT\b[^]*)$/.exec(created?.sql ?? "")?.[1] ?? "";
    await client.command({ query: `ALTER TABLE misses_day_view MODIFY QUERY ${query}` });
    await failing;
    expect(await counts()).toEqual(all(6, 2));
  });
});

it("a log that goes back behind what was counted, long ago or just now, brings nothing twice", async () => {
  const { ingest, counts, pool } = await setUp();
  const old = Date.now() - 7_200_000;
  const records = Array.from({ length: 3 }, () => ({
    ...testRecord([testClick(testLink(), { at: old })], [{ at: old, code: "nowhere", reason: "unknown" }]),
    recordedAt: old + 1000,
  }));
  await ingest().deliver(records);
  await ingest().deliver(records);
  await pool.query("UPDATE click_delivery SET counted_at = now() - interval '2 hours'");
  await createCountedBatches(pool).forgetOld();
  await ingest().deliver(records, 0, 1);
  await ingest().deliver(records, 1);
  expect(await counts()).toEqual(all(3, 3));
});

describe("a copy of a batch", () => {
  it("in another delivery is left to the first one, also while that is not written", async () => {
    const { ingest, deliverUntilKilled, counts } = await setUp();
    const records = [recorded(), recorded(), recorded()];
    const copies = [...records.slice(0, 2), recorded(), ...records.slice(1)];
    await deliverUntilKilled("when it had taken them", records);
    const next = ingest();
    await next.deliver([...records, ...copies], 3);
    expect(await counts()).toEqual(all(3, 1));
    await next.deliver(records);
    expect(await counts()).toEqual(all(12, 4));
  });

  it("within its delivery counts once", async () => {
    const { ingest, counts } = await setUp();
    const one = recorded();
    await ingest().deliver([one, recorded(), one]);
    expect(await counts()).toEqual(all(6, 2));
  });

  it("that comes when its delivery is forgotten is looked up", async () => {
    const { ingest, counts, pool } = await setUp();
    const late = { ...testRecord([testClick(testLink(), { at: Date.now() - 7_200_000 })]), recordedAt: Date.now() };
    await ingest().deliver([late]);
    await pool.query("UPDATE click_delivery SET counted_at = now() - interval '2 hours'");
    await createCountedBatches(pool).forgetOld();
    expect((await pool.query("SELECT FROM counted_batch")).rows).toEqual([]);
    await ingest().deliver([late]);
    expect(await counts()).toEqual(all(1, 0));
  });
});

it("an erasure beside a delivery that was begun leaves the erased out, and counts the rest once", async () => {
  const { ingest, deliverUntilKilled, counts, pool, rows } = await setUp();
  const [kept, gone] = [testLink(), testLink()];
  const record = { ...testRecord([testClick(kept), testClick(gone)]), recordedAt: Date.now() };
  await deliverUntilKilled("when it had taken them", [record]);
  await pool.query("CREATE TABLE erasure (kind text, id uuid)");
  await pool.query(sql`INSERT INTO erasure VALUES ('link', ${gone.linkText})`);
  await ingest().deliver([record]);
  expect(await counts()).toEqual(all(1, 0));
  expect(await rows("SELECT link_id FROM clicks")).toEqual([[kept.linkText]]);
  const nobody = "00000000-0000-0000-0000-000000000000";
  expect(await rows("SELECT owner_id, link_id, clicks, misses, erased FROM request_quarter ORDER BY erased")).toEqual([
    [kept.ownerText, kept.linkText, 1, 0, 0],
    [gone.ownerText, nobody, 1, 0, 1],
  ]);
});

describe("rules of a workspace that are changed beside a delivery that was begun", () => {
  const verdict = (kind: "person" | "bot") => ({
    verdicts: [{ field: "agent" as const, value: "Chrome/", verdict: kind }],
    addresses: [],
    parameter: null,
  });
  const sums = `SELECT (SELECT (countIf(NOT is_bot), countIf(is_bot)) FROM clicks), (SELECT (sum(people), sum(bots)) FROM link_quarter),
    (SELECT (sum(people), sum(bots)) FROM owner_quarter)`;

  it.each(places)("judge nothing of it where it was killed %s", async (place) => {
    const { ingest, deliverUntilKilled, pool, rows } = await setUp();
    await makeRuleTables(pool);
    const link = testLink();
    const record = { ...testRecord([testClick(link), testClick(link)]), recordedAt: Date.now() };
    const later = { ...testRecord([testClick(link)]), recordedAt: Date.now() };
    await setRules(pool, link.ownerText, verdict("bot"));
    await deliverUntilKilled(place, [record]);
    await setRules(pool, link.ownerText, verdict("person"));
    await ingest().deliver([record, later]);
    expect(await rows(sums)).toEqual([
      [
        [0, 2],
        [0, 2],
        [0, 2],
      ],
    ]);
    await ingest().deliver([record, later], 1);
    expect(await rows(sums)).toEqual([
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    ]);
  });

  it("judge nothing of it where ClickHouse was killed within the insert: the views have what the clicks have", async () => {
    const { ingest, pool, rows, client } = await setUp();
    await makeRuleTables(pool);
    const link = testLink();
    const record = { ...testRecord([testClick(link), testClick(link)]), recordedAt: Date.now() };
    const [created] = await client
      .query({
        query:
          "SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = 'owner_quarter_view'",
        format: "JSONEachRow",
      })
      .then((answer) => answer.json<{ sql: string }>());
    await client.command({ query: "DROP TABLE owner_quarter_view SYNC" });
    await client.command({
      query: `CREATE MATERIALIZED VIEW owner_quarter_view TO owner_quarter AS
        SELECT owner_id, toStartOfFifteenMinutes(at) AS quarter, throwIf(count() > 0) + 1 AS people, 0 AS bots FROM clicks GROUP BY owner_id, quarter`,
    });
    await setRules(pool, link.ownerText, verdict("bot"));
    const failing = ingest().deliver([record]);
    await expect.poll(() => rows("SELECT count() FROM clicks")).toEqual([[2]]);
    await setRules(pool, link.ownerText, verdict("person"));
    // Locks out all writers while the view is missing.
    const holder = await pool.connect();
    await holder.query(sql`SELECT pg_advisory_lock(hashtextextended(${clicksWrittenLock}, 0))`);
    await client.command({ query: "DROP TABLE owner_quarter_view SYNC" });
    await client.command({ query: created?.sql ?? "" });
    await holder.query(sql`SELECT pg_advisory_unlock(hashtextextended(${clicksWrittenLock}, 0))`);
    holder.release();
    await failing;
    expect(await rows(sums)).toEqual([
      [
        [0, 2],
        [0, 2],
        [0, 2],
      ],
    ]);
  });
});

it("a topic that was made anew is delivered from its start, whatever was kept of the one before", async () => {
  const { ingest, counts } = await setUp();
  await ingest().deliver([recorded(), recorded()]);
  const anew = [recorded(), recorded(), recorded()];
  await ingest().deliver(anew);
  expect(await counts()).toEqual(all(15, 5));
});

it("a delivery of another log, or partition, is another one", async () => {
  const { pool } = await setUp();
  const store = createDeliveryStore(pool);
  const [record, other] = [recorded(), recorded()];
  const range = { log: "a", partition: 0, first: "1", last: "5" };
  const intent = await store.open(range, record);
  expect(await store.open({ ...range, last: "9" }, record)).toEqual(intent);
  expect(store.takeNew(intent.id)).toBe(true);
  expect(store.takeNew(intent.id)).toBe(false);
  for (const another of [
    { ...range, log: "b" },
    { ...range, partition: 1 },
    { ...range, first: "2" },
  ])
    expect((await store.open(another, record)).id).not.toBe(intent.id);
  expect((await store.open(range, other)).id).not.toBe(intent.id);
});
