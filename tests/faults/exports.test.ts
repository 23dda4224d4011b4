import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { openTestS3, type TestS3 } from "@hoplog/platform/testing/s3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { databasesOf } from "../operations/databases.ts";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { clickHouseOf } from "./figures.ts";

let testStack: TestStack;
let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3();
  testStack = await newTestStack();
  await testStack.start({ env: { EXPORT_NETWORKS: "127.0.0.1/32", RATE_LIMITS: "off" } }).ready();
});
afterAll(async () => {
  await testStack.clear();
  await s3.close();
});

const hourMs = 60 * 60 * 1000;
const made = z.object({ data: z.object({ _id: z.string() }) });
const listed = z.object({
  data: z.array(z.object({ key: z.string(), state: z.string(), rows: z.number().nullable() })),
});

test(
  "each hour is in the bucket once after a kill -9 of the api in the middle of an upload",
  { timeout: 480_000 },
  async () => {
    const account = await openAccount(testStack.appUrl, "taken-along@example.com");
    const link = await account.createLink({ name: "Landing page" });
    const clickhouse = createClickHouse({
      clickHouseUrl: clickHouseOf(testStack),
      database: "hoplog",
      application: "a test",
    });
    const start = Math.floor(Date.now() / hourMs) * hourMs - 6 * hourMs;
    await clickhouse.command({
      query: `INSERT INTO clicks (owner_id, link_id, at, click_id, batch_id, visitor)
      SELECT {owner: UUID}, {link: UUID}, toDateTime64({start: UInt32}, 3, 'UTC') + toIntervalSecond(number * 10), generateUUIDv4(),
        toUUID('01900000-0000-7000-8000-000000000000'), number FROM numbers(${6 * 360})`,
      query_params: { owner: account.id, link: link.id, start: start / 1000 },
    });
    const { endpoint, bucket, accessKeyId, secret } = s3;
    // The bucket accepts all of the first file, but never responds.
    let hanging = 0;
    s3.fault = (request) => {
      if (request.method !== "PUT") return false;
      hanging++;
      request.resume();
      return true;
    };
    const place = { name: "Warehouse", endpoint, bucket, prefix: "a", accessKeyId, secret, cadence: "hourly" };
    const body = { ...place, from: new Date(start).toISOString() };
    const { _id: id } = made.parse(await account.call("POST", "/api/exports", body)).data;
    await expect.poll(() => hanging, { timeout: 90_000 }).toBeGreaterThan(0);
    const killed = testStack.pids()["api"] ?? 0;
    process.kill(killed, "SIGKILL");
    s3.fault = null;
    s3.asked.length = 0;
    await expect.poll(() => testStack.pids()["api"] ?? killed).not.toBe(killed);
    // Ends the killed api's lease, which otherwise expires after three minutes.
    await databasesOf(testStack).postgres(
      "UPDATE click_export_file SET lease_until = now() WHERE lease_until IS NOT NULL",
    );
    const files = () =>
      account.call("GET", `/api/exports/${id}/files`).then(
        (answer) => listed.parse(answer).data,
        () => [],
      );
    const written = async () => (await files()).filter(({ state }) => state === "written").length;
    await expect.poll(written, { timeout: 120_000, interval: 500 }).toBeGreaterThanOrEqual(5);
    const all = await files();
    expect(all.filter(({ state }) => state === "written").every(({ rows }) => rows === 360)).toBe(true);
    const keys = await s3.keys("a/");
    expect(keys.toSorted()).toEqual(
      all
        .filter(({ state }) => state === "written")
        .map(({ key }) => key)
        .toSorted(),
    );
    const puts = s3.asked.filter((each) => each.startsWith("PUT ")).map((each) => each.split("?")[0]);
    expect(new Set(puts).size).toBe(puts.length);
    await clickhouse.close();
  },
);
