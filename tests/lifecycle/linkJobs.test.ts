import { signal } from "@hoplog/stack/processes/inspect.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { databasesOf } from "../operations/databases.ts";
import { openAccount } from "../running/account.ts";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

let testStack: TestStack;
beforeEach(async () => {
  testStack = await newTestStack();
});
afterEach(() => testStack.clear());

const jobSchema = z.object({
  data: z.object({ _id: z.string(), state: z.string(), done: z.number(), unchanged: z.number(), failed: z.number() }),
});
const links = 600;

test("a job changes every link exactly once though the api is killed twice in the middle of it, and ends", async () => {
  await testStack.start({ env: { RATE_LIMITS: "off" } }).ready();
  const account = await openAccount(testStack.appUrl, "jobs@example.com");
  const urls = Array.from({ length: links }, (_, n) => ({ name: `Link ${n}`, originalUrl: "https://example.com/" }));
  await account.call("POST", "/api/urls/batch", { urls });
  const { _id: id } = jobSchema.parse(
    await account.call("POST", "/api/urls/jobs", { filter: {}, change: { isActive: false, redirectStatus: 307 } }),
  ).data;
  const job = async () => jobSchema.parse(await account.call("GET", `/api/urls/jobs/${id}`)).data;
  const { postgres } = databasesOf(testStack);
  // Not by the api, which is about to be killed.
  const doneSoFar = async () => Number((await postgres("SELECT done FROM link_job WHERE id = $1", [id]))[0]?.["done"]);

  for (const enough of [50, 250]) {
    await expect.poll(doneSoFar, { interval: 5 }).toBeGreaterThanOrEqual(enough);
    const { api = 0 } = testStack.pids();
    signal(api, "SIGKILL");
    expect(await doneSoFar()).toBeLessThan(links);
    await expect.poll(() => testStack.pids()["api"] ?? api, { timeout: 20_000 }).not.toBe(api);
  }
  const state = () => job().then((now) => now.state, String);
  await expect.poll(state, { timeout: 60_000 }).toBe("done");
  expect(await job()).toMatchObject({ done: links, unchanged: 0, failed: 0 });

  const changes = await postgres(
    `SELECT type, count(*)::int AS events, count(DISTINCT stream_id)::int AS links FROM event
     WHERE type IN ('LinkDeactivated', 'LinkOptionsChanged') GROUP BY type ORDER BY type`,
  );
  expect(changes).toEqual([
    { type: "LinkDeactivated", events: links, links },
    { type: "LinkOptionsChanged", events: links, links },
  ]);
  expect(await postgres("SELECT outcome, count(*)::int AS links FROM link_job_link GROUP BY outcome")).toEqual([
    { outcome: "done", links },
  ]);
  expect(await postgres("SELECT count(*)::int AS active FROM link WHERE is_active")).toEqual([{ active: 0 }]);
});
