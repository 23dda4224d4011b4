import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { visitMany } from "../faults/load.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOwner } from "../operations/account.ts";
import { databasesOf } from "../operations/databases.ts";
import { runTool } from "../operations/tool.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let testStack: TestStack;
beforeAll(async () => {
  testStack = await newTestStack();
});
afterAll(() => testStack?.clear());

it("make move-to-cluster takes everything along, also clicks that wait in the log", { timeout: 600_000 }, async () => {
  const alone = testStack.start({ env: { RATE_LIMITS: "off" } });
  await alone.ready();
  const account = await openOwner(testStack.appUrl);
  const link = await account.createLink({ name: "Moved", groupId: await account.createGroup("Moved") });
  const visits = (count: number) => visitMany(`${testStack.shortUrl}/${link.code}`, count, browser, () => {});
  await visits(300);
  await expect.poll(() => account.clicks(), { interval: 100 }).toBe(300);
  const figures = await account.historyOf(link.id);

  // While the test holds this lock, ingest cannot write clicks to ClickHouse, so new clicks stay in the log.
  const { databaseUrl, postgres } = databasesOf(testStack);
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on("error", () => {});
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [clicksWrittenLock]);
  await visits(100);
  const begun = "SELECT count(*)::int AS begun FROM click_delivery WHERE counted_at IS NULL";
  await expect.poll(async () => (await postgres(begun))[0]?.["begun"]).toBeGreaterThan(0);
  // Deliveries that have begun are completed on the old installation; later ones are moved to the cluster.
  const waiting = async () =>
    Number(
      (
        await postgres(
          `SELECT count(*)::int AS waiting FROM log_record AS r JOIN log_consumer AS c USING (topic)
           WHERE topic = 'clicks.v1' AND (r.xid, r.position) > (c.xid, c.position)`,
        )
      )[0]?.["waiting"],
    );
  const before = await waiting();
  await visits(100);
  await expect.poll(() => waiting()).toBeGreaterThan(before);
  const running = await runTool(testStack, "moveToCluster");
  expect(running.output).toContain("hoplog already runs on");
  alone.child.kill("SIGTERM");
  await alone.ended;
  await holder.end().catch(() => {});

  const moved = await runTool(testStack, "moveToCluster");
  expect(moved.output).toMatch(/Moved [1-9]\d* batches of clicks to Kafka/);
  expect(moved.code).toBe(0);
  const again = await runTool(testStack, "moveToCluster");
  expect(again.output).toContain("Moved 0 batches");
  process.stdout.write(moved.output);

  await testStack.start({ target: "up-cluster", env: { RATE_LIMITS: "off" } }).ready(150_000);
  const there = await openOwner(testStack.appUrl);
  await expect.poll(() => there.clicks(), { interval: 200 }).toBe(500);
  expect(await there.historyOf(link.id)).toBe(figures);
  expect((await visits(50)).answered).toBe(50);
  await there.call("PUT", `/api/urls/${link.id}`, { name: "Moved", originalUrl: "https://example.com/after" });
  await vi.waitFor(async () => {
    const { headers } = await fetch(`${testStack.shortUrl}/${link.code}`, { redirect: "manual", method: "HEAD" });
    expect(headers.get("location")).toBe("https://example.com/after");
  }, 60_000);
  const verified = await runTool(testStack, "verify", { LINKS: "1" });
  expect(verified.output).toContain("All figures agree with the raw clicks.");

  const none = await runTool({ ...testStack, dataFolder: join(testStack.dataFolder, "none") }, "moveToCluster");
  expect(none.output).toContain("contains no data to move");
  rmSync(join(testStack.dataFolder, "none"), { recursive: true, force: true });
});
