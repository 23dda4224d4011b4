import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { missesCountedChannel, missesCountedMessage } from "@hoplog/schema/bus/missesCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { insertMisses } from "../../testing/clicks.ts";
import { call, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import type { LiveVisits } from "./liveVisits.ts";
import { createMissMetrics } from "./metrics.ts";
import { openMissWatches } from "./watches.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await signUp(api);
});
afterAll(() => api.close());

const logger = createLogger("test", "silent");

async function open(idleMs?: number) {
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger });
  const registry = createRegistry("api");
  const metrics = createMissMetrics(registry);
  const watches = await openMissWatches({
    ...api.services,
    logger,
    bus,
    metrics,
    ...(idleMs !== undefined && { idleMs }),
  });
  onTestFinished(async () => {
    await watches.close();
    await bus.close();
  });
  const user = await signUp(api);
  const watch = (bots = false) => {
    const events = watches.watch({ ownerId: user.id, bots, filter: {} });
    const received: LiveVisits[] = [];
    void (async () => {
      for await (const event of events) received.push(event);
    })();
    return { received, leave: () => events.return?.() };
  };
  const publish = (domains: number[], owners: string[] = []) =>
    bus.publish(missesCountedChannel, missesCountedMessage(owners.map(uuidBytes), domains));
  const metric = async (name: string) => Number(/ (\d+)$/m.exec(await registry.getSingleMetricAsString(name))?.[1]);
  return { user, bus, watch, publish, metric };
}

const now = () => new Date().toISOString();
const codes = (event: LiveVisits | undefined) => event?.visits.map(({ code }) => code);

it("gives the last visits at once, and again when others of the account or its domains are counted", async () => {
  const { user, watch, publish } = await open();
  await call(api, "POST", "/api/domains", { user, body: { name: "go.watched.example" } });
  const { rows } = await api.services.reads.query<{ number: number }>(
    sql`SELECT number FROM domain WHERE owner_id = ${user.id}`,
  );
  const domain = rows[0]?.number ?? -1;
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await insertMisses(api, [
    { at: now(), code: "one", domain, isBot: false },
    { at: now(), code: "bot", domain, isBot: true },
    { at: hourAgo, code: "old", domain },
    { at: now(), code: "nobodys" },
  ]);
  const [people, all] = [watch(), watch(true)];
  await expect.poll(() => codes(people.received.at(-1))).toEqual(["one"]);
  expect(people.received[0]).toMatchObject({ people: 1, bots: 1 });
  await expect.poll(() => codes(all.received.at(-1))?.toSorted()).toEqual(["bot", "one"]);
  await insertMisses(api, [{ at: now(), code: "two", domain }]);
  await publish([domain]);
  await expect.poll(() => codes(people.received.at(-1))).toEqual(["two", "one"]);
  await insertMisses(api, [{ at: now(), code: "three", ownerId: user.id, linkId: user.id }]);
  await publish([], [user.id]);
  await expect.poll(() => codes(people.received.at(-1))).toEqual(["three", "two", "one"]);
  // A new subscriber gets the same list at once.
  const another = watch();
  await expect.poll(() => codes(another.received[0])).toEqual(["three", "two", "one"]);
});

it("reads nothing for others' visits, one for many of its own, and ends with the last who watches", async () => {
  const { user, watch, publish, metric, bus } = await open();
  const { received, leave } = watch();
  await expect.poll(() => received.length).toBe(1);
  const before = await metric("hoplog_api_misses_watchers");
  expect(before).toBe(1);
  for (let i = 0; i < 50; i++) await publish([0, 999_999]);
  for (let i = 0; i < 50; i++) await publish([], [user.id]);
  await expect.poll(() => received.length).toBe(2);
  await bus.publish(missesCountedChannel, "nonsense");
  await expect.poll(() => metric("hoplog_api_misses_messages_refused_total")).toBe(1);
  expect(received.length).toBeLessThan(4);
  await leave();
  expect(await metric("hoplog_api_misses_watchers")).toBe(0);
});

it("looks again without news, by when visits leave the window and domains are added", async () => {
  const { user, watch } = await open(200);
  const { received } = watch();
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await call(api, "POST", "/api/domains", { user, body: { name: "go.later.example" } });
  const { rows } = await api.services.reads.query<{ number: number }>(
    sql`SELECT number FROM domain WHERE owner_id = ${user.id}`,
  );
  await insertMisses(api, [{ at: now(), code: "late", domain: rows[0]?.number ?? -1 }]);
  await expect.poll(() => codes(received.at(-1))).toEqual(["late"]);
});
