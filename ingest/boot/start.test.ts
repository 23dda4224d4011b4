import { randomBytes } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { clicksCountedChannel, readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { googlebot, testClick, testLink, testRecord } from "../testing/clicks.ts";
import { gateTo } from "../testing/gate.ts";
import { freshDatabases, logger } from "../testing/setUp.ts";
import { startIngest } from "./start.ts";

const patient = { interval: 25 };

async function setUp() {
  const databases = await freshDatabases();
  const gate = await gateTo(databases.clickHouse.clickHouseUrl);
  const log = await openEventLog({ databaseUrl: databases.databaseUrl, logger });
  const bus = await openBus({ databaseUrl: databases.databaseUrl, logger });
  onTestFinished(async () => {
    await Promise.all([log.close(), bus.close()]);
    await gate.close();
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: databases.databaseUrl,
    CLICKHOUSE_URL: [gate.url],
    CLICKHOUSE_DATABASE: databases.clickHouse.database,
    METRICS_PORT: port,
    OTEL_TRACES_SAMPLER_ARG: 0,
    METRICS_HOST: "127.0.0.1",
    MISSES_RETENTION_DAYS: 90,
    USER_AGENT_RETENTION_DAYS: 90,
    SMALL: false,
  };

  async function start() {
    const ending = new AbortController();
    const starting = startIngest(env, { logger, ending: ending.signal });
    let stopped = false;
    const stop = async (): Promise<void> => {
      if (stopped) return;
      stopped = true;
      ending.abort();
      await starting.then(
        (service) => service.stop(),
        () => {},
      );
    };
    onTestFinished(stop);
    return { starting, stop };
  }

  async function started() {
    const { starting, stop } = await start();
    await starting;
    return { stop };
  }

  const counts = async (): Promise<unknown> =>
    (await databases.rows("SELECT (SELECT count() FROM clicks), (SELECT sum(people + bots) FROM link_quarter)"))[0];
  const health = async () => {
    const response = await fetch(`${url}/healthz`);
    return { status: response.status, body: await response.text() };
  };
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  return { ...databases, log, bus, gate, env, start, started, counts, health, metrics };
}

describe("ingest", () => {
  it("counts what comes through the log, and says which links have changed", async () => {
    const { log, bus, started, counts, health, metrics, rows } = await setUp();
    const messages: string[] = [];
    await bus.subscribe(clicksCountedChannel, (message) => messages.push(message));
    await started();
    const [one, two] = [testLink(), testLink()];
    await log.append(clicksV1, [
      testRecord(
        [testClick(one), testClick(two), testClick(one)],
        [{ at: Date.now(), code: "nowhere", reason: "unknown" }],
      ),
      testRecord([], [{ at: Date.now(), code: "off", reason: "inactive" }]),
      testRecord([testClick(one, { userAgent: googlebot })]),
    ]);
    await expect.poll(counts, patient).toEqual([4, 4]);
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await rows("SELECT code, reason FROM misses ORDER BY code")).toEqual([
      ["nowhere", "unknown"],
      ["off", "inactive"],
    ]);
    await expect.poll(() => messages.length, patient).toBe(1);
    const { batchIds, ownerIds, linksOf } = readClicksCounted(messages[0] ?? "");
    expect(batchIds).toHaveLength(3);
    expect(ownerIds.flatMap((ownerId) => [...linksOf(ownerId)]).toSorted()).toEqual(
      [one.linkText, two.linkText].toSorted(),
    );
    expect(await health()).toMatchObject({ status: 200 });
    const text = await metrics();
    expect(text).toMatch(/hoplog_ingest_clicks_total\{service="ingest"\} 4/);
    expect(text).toMatch(/hoplog_ingest_lag_records\{service="ingest"\} 0/);
    expect(text).toMatch(/hoplog_ingest_insert_seconds_count\{[^}]*table="clicks"[^}]*\} 1/);
    expect(text).toMatch(/hoplog_ingest_newest_click_age_seconds\{service="ingest"\} \d/);
  });

  it("removes visits that led nowhere when they are too old, and keeps their daily sums", async () => {
    const { log, started, rows, client } = await setUp();
    const day = (daysAgo: number) => Date.now() - daysAgo * 24 * 60 * 60 * 1000;
    const miss = (daysAgo: number) => ({ at: day(daysAgo), code: `code-${daysAgo}`, reason: "unknown" as const });
    await started();
    await log.append(
      clicksV1,
      [200, 91, 89, 0].map((daysAgo) => testRecord([], [miss(daysAgo)])),
    );
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    // Applies the TTL now; otherwise ClickHouse applies it in merges, within hours.
    await client.command({ query: "OPTIMIZE TABLE misses FINAL" });
    expect(await rows("SELECT code FROM misses ORDER BY at")).toEqual([["code-89"], ["code-0"]]);
    expect(await rows("SELECT count(), sum(misses) FROM misses_day FINAL")).toEqual([[4, 4]]);
  });

  it("leaves out late clicks of what has been erased", async () => {
    const { log, pool, started, counts, rows } = await setUp();
    await pool.query("CREATE TABLE erasure (kind text, id uuid)");
    await started();
    const [kept, erased, ofAccount] = [testLink(), testLink(), testLink()];
    await pool.query(sql`INSERT INTO erasure VALUES ('link', ${erased.linkText}), ('account', ${ofAccount.ownerText})`);
    await log.append(clicksV1, [
      testRecord([testClick(erased), testClick(kept), testClick(ofAccount), testClick(kept)]),
      testRecord([testClick(erased)]),
    ]);
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await counts()).toEqual([2, 2]);
    expect(await rows("SELECT DISTINCT link_id FROM clicks")).toEqual([[kept.linkText]]);
  });

  it("counts a batch that is in the log twice only once, fresh or late", async () => {
    const { log, started, counts, client } = await setUp();
    await started();
    const late = Date.now() - 3 * 60 * 60 * 1000;
    const batches = [
      testRecord([testClick(testLink())]),
      testRecord([testClick(testLink(), { at: late })], [{ at: late, code: "nowhere", reason: "unknown" }]),
    ];
    await log.append(clicksV1, [...batches, ...batches]);
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await counts()).toEqual([2, 2]);
    // Makes ClickHouse forget the tokens, as after 50,000 other inserts.
    for (const table of ["clicks", "misses", "link_quarter", "owner_quarter", "link_day", "owner_day"]) {
      await client.command({ query: `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = 0` });
    }
    await log.append(clicksV1, batches.slice(1));
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await counts()).toEqual([2, 2]);
    expect(
      await (await client.query({ query: "SELECT count() AS n FROM misses", format: "JSONEachRow" })).json(),
    ).toEqual([{ n: 1 }]);
  });

  it("puts aside what can't be read, and goes on", async () => {
    const { log, started, counts, pool, metrics } = await setUp();
    const impossible = testRecord([testClick(testLink(), { at: 1e300 })]);
    const cut = { key: null, value: Buffer.from(testRecord([testClick(testLink())]).value ?? []).subarray(0, 100) };
    const garbage = { key: null, value: randomBytes(3000) };
    await log.append(clicksV1, [
      testRecord([testClick(testLink())]),
      garbage,
      cut,
      impossible,
      garbage,
      { key: null, value: new Uint8Array(0) },
    ]);
    await log.append(clicksV1, [testRecord([testClick(testLink())])]);
    await started();
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await counts()).toEqual([2, 2]);
    const { rows } = await pool.query<{ value: Buffer; reason: string; topic: string }>(
      "SELECT topic, value, reason FROM dead_letter ORDER BY length(value) DESC",
    );
    expect(rows).toHaveLength(4);
    expect(rows[0]?.topic).toBe("clicks.v1");
    expect(rows[0]?.value.equals(garbage.value)).toBe(true);
    expect(rows[0]?.reason).toBe("the record is not a click batch");
    expect(rows.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("impossible time"));
    expect(await metrics()).toMatch(/hoplog_ingest_dead_letters_total\{service="ingest"\} 5/);
  });

  it("waits for ClickHouse, says so, and loses nothing", async () => {
    const { log, gate, start, counts, health } = await setUp();
    gate.shut();
    const { starting } = await start();
    await log.append(clicksV1, [testRecord([testClick(testLink())])]);
    await expect.poll(async () => (await health()).status, patient).toBe(503);
    gate.open();
    await starting;
    await expect.poll(counts, patient).toEqual([1, 1]);
    await expect.poll(async () => (await health()).status, patient).toBe(200);
    // Waits until the lag is 0: only then has ingest received ClickHouse's response.
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);

    gate.shut();
    const links = Array.from({ length: 40 }, () => testLink());
    for (const link of links) await log.append(clicksV1, [testRecord([testClick(link)])]);
    await expect.poll(async () => (await health()).body, patient).toMatch(/"counting":"(?!ok)/);
    expect((await health()).status).toBe(503);
    expect(await log.lag(clicksV1, "ingest")).toBe(40);
    gate.open();
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);
    expect(await counts()).toEqual([41, 41]);
    await expect.poll(async () => (await health()).status, patient).toBe(200);
  });

  it("stops in time while ClickHouse is away, and the next one counts what was left", async () => {
    const { log, gate, started, counts } = await setUp();
    const first = await started();
    gate.shut();
    await log.append(clicksV1, [testRecord([testClick(testLink())])]);
    const since = performance.now();
    await first.stop();
    expect(performance.now() - since).toBeLessThan(4000);
    gate.open();
    await started();
    await expect.poll(counts, patient).toEqual([1, 1]);
  });

  it("refuses to start on tables that a newer version has made", async () => {
    const { started, start, client } = await setUp();
    await (await started()).stop();
    await client.insert({
      table: "schema_migration",
      values: [{ name: "9999_future", checksum: "x" }],
      format: "JSONEachRow",
    });
    const { starting } = await start();
    await expect(starting).rejects.toThrow(/9999_future has been applied by a newer version/);
  });
});
