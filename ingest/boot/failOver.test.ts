import { randomBytes } from "node:crypto";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { expect, it, onTestFinished } from "vitest";
import { testClick, testLink, testRecord } from "../testing/clicks.ts";
import { gateTo } from "../testing/gate.ts";
import { freshDatabases, logger } from "../testing/setUp.ts";
import { readSettings } from "./env.ts";
import { startIngest } from "./start.ts";

// Two addresses of one server, so that tokens are known at both, as with replicas that share Keeper.
it("counts on at another address where one is cut off, and each click once", async () => {
  const { clickHouse, databaseUrl, rows } = await freshDatabases();
  const [one, two] = [await gateTo(clickHouse.clickHouseUrl), await gateTo(clickHouse.clickHouseUrl)];
  const log = await openEventLog({ databaseUrl, logger });
  const env = readSettings({
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: `${one.url},${two.url}`,
    CLICKHOUSE_DATABASE: clickHouse.database,
  });
  const probe = await gateTo("http://127.0.0.1:1");
  await probe.close();
  const ending = new AbortController();
  const service = await startIngest({ ...env, METRICS_PORT: probe.port }, { logger, ending: ending.signal });
  onTestFinished(async () => {
    ending.abort();
    await service.stop();
    await log.close();
    await Promise.all([one.close(), two.close()]);
  });
  const counted = async () =>
    (await rows("SELECT (SELECT count() FROM clicks), (SELECT sum(people) FROM link_quarter)"))[0];
  const link = testLink();
  let clicks = 0;
  const send = async (batches: number) => {
    const records = Array.from({ length: batches }, () => testRecord([testClick(link)], [], randomBytes(16)));
    // Each record is appended twice, as after a crash.
    await log.append(clicksV1, [...records, ...records]);
    clicks += batches;
  };
  const all = async () => {
    await expect.poll(() => log.lag(clicksV1, "ingest")).toBe(0);
    expect(await counted()).toEqual([clicks, clicks]);
  };
  await send(2);
  await all();
  await send(5);
  one.shut();
  await all();
  await send(5);
  two.cut();
  await all();
  one.open();
  two.shut();
  await send(5);
  await all();

  const address = `http://127.0.0.1:${probe.port}`;
  const health = await (await fetch(`${address}/healthz`)).json();
  const [inUse, away] = [one, two].map(({ port }) => `http://127.0.0.1:${port}`);
  expect(health).toMatchObject({
    healthy: true,
    parts: { clickhouse: expect.stringMatching(`^ok, at ${inUse}; ${away}: `) },
  });
  const metrics = await (await fetch(`${address}/metrics`)).text();
  expect(metrics).toContain(`hoplog_clickhouse_address_up{address="${away}",service="ingest"} 0`);
  expect(Number(/hoplog_clickhouse_failovers_total\{.*\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(1);
}, 120_000);
