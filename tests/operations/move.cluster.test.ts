import { clicksWrittenLock } from "@hoplog/schema/erasure.js";
import { rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { visitMany } from "../faults/load.ts";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";
import { signIn } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { runTool } from "./tool.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let place: StackPlace;
beforeAll(async () => {
  place = await stackPlace();
});
afterAll(() => place?.clear());

it("make move-to-cluster takes everything along, also clicks that wait in the log", { timeout: 300_000 }, async () => {
  const alone = place.start({ env: { RATE_LIMITS: "off" } });
  await alone.ready();
  const account = await signIn(place.appUrl);
  const link = await account.makeLink("Moved", await account.makeGroup("Moved"));
  const visits = (count: number) => visitMany(`${place.shortUrl}/${link.code}`, count, browser, () => {});
  await visits(300);
  await vi.waitFor(async () => expect(await account.clicks()).toBe(300), { timeout: 30_000, interval: 100 });
  const figures = await account.historyOf(link.id);

  // Nobody may write clicks to ClickHouse: those that come now wait in the log.
  const { databaseUrl, postgres } = databasesOf(place);
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on("error", () => {});
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [clicksWrittenLock]);
  await visits(200);
  const waiting = `SELECT count(*)::int AS waiting FROM log_record AS r JOIN log_consumer AS c USING (topic)
    WHERE topic = 'clicks.v1' AND (r.xid, r.position) > (c.xid, c.position)`;
  await vi.waitFor(async () => expect((await postgres(waiting))[0]?.["waiting"]).toBeGreaterThan(0), { interval: 50 });
  const running = await runTool(place, "moveToCluster");
  expect(running.output).toContain("hoplog already runs on");
  alone.child.kill("SIGTERM");
  await alone.ended;
  await holder.end().catch(() => {});

  const moved = await runTool(place, "moveToCluster");
  expect(moved.output).toMatch(/Carried [1-9]\d* batches of clicks into Kafka/);
  expect(moved.code).toBe(0);
  const again = await runTool(place, "moveToCluster");
  expect(again.output).toContain("Carried 0 batches");
  process.stdout.write(moved.output);

  await place.start({ target: "up-cluster", env: { RATE_LIMITS: "off" } }).ready(150_000);
  const there = await signIn(place.appUrl);
  await vi.waitFor(async () => expect(await there.clicks()).toBe(500), { timeout: 60_000, interval: 200 });
  expect(await there.historyOf(link.id)).toBe(figures);
  expect((await visits(50)).answered).toBe(50);
  await there.call("PUT", `/api/urls/${link.id}`, { name: "Moved", originalUrl: "https://example.com/after" });
  await vi.waitFor(async () => {
    const { headers } = await fetch(`${place.shortUrl}/${link.code}`, { redirect: "manual", method: "HEAD" });
    expect(headers.get("location")).toBe("https://example.com/after");
  });
  const verified = await runTool(place, "verify", { LINKS: "1" });
  expect(verified.output).toContain("Everything is as the raw clicks say.");

  const none = await runTool({ ...place, dataFolder: join(place.dataFolder, "none") }, "moveToCluster");
  expect(none.output).toContain("There is nothing to move in");
  rmSync(join(place.dataFolder, "none"), { recursive: true, force: true });
});
