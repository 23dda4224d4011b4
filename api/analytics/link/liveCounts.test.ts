import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { noTraces } from "@hoplog/platform/tracing/traces.js";
import { clicksCountedChannel, readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { countedMessage } from "../../testing/live.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import type { CountedClicksListener } from "./countedClicks.ts";
import { createLiveClicks } from "./liveClicks.ts";
import { createLiveCounts, type LinkCount } from "./liveCounts.ts";
import { startStats } from "./start.ts";

const silent = createLogger("api", "silent");

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** Opens live counts that receive messages from the test only. */
function open() {
  const { clickhouse, logger } = api.services;
  const listeners: CountedClicksListener[] = [];
  const counted = {
    listen: (listener: CountedClicksListener) => {
      listeners.push(listener);
      return () => {};
    },
    close: async () => {},
  };
  const live = createLiveCounts({ counted, clickhouse, logger, traces: noTraces });
  const liveClicks = createLiveClicks({ counted, clickhouse, logger });
  onTestFinished(async () => {
    live.close();
    await liveClicks.close();
  });
  const announce = (links: Readonly<Record<string, readonly string[]>>, batchId = api.services.newId()) => {
    const message = readClicksCounted(countedMessage(batchId, links));
    for (const listener of listeners) listener.onCounted(message);
  };
  return { live, liveClicks, announce };
}

async function first<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value;
  return undefined;
}

describe("who subscribes", () => {
  it("gets what was counted just before: since a page has read its figures, say", async () => {
    const { live, announce } = open();
    const [user, other] = [await signUp(api), await signUp(api)];
    const [{ id }, { id: unclicked }, { id: others }] = [
      await makeLink(api, user),
      await makeLink(api, user),
      await makeLink(api, other),
    ];
    const at = "2026-05-06T00:00:00.000Z";
    await insertClicks(api, [
      { ownerId: user.id, linkId: id, at },
      { ownerId: other.id, linkId: others, at },
    ]);
    announce({ [user.id]: [id], [other.id]: [others] });
    const total = { clicks: 1, clicksWithBots: 1 };
    expect(await first(live.subscribeToLinks(user.id))).toEqual({ linkId: id, ...total });
    expect(await first(live.subscribeToLink(user.id, id))).toEqual({ linkId: id, ...total });
    expect(await first(live.subscribeToAccount(user.id))).toEqual(total);

    // A subscription to a link without clicks sends nothing until the first click.
    const quiet = first(live.subscribeToLink(user.id, unclicked));
    await insertClicks(api, [{ ownerId: user.id, linkId: unclicked, at }]);
    announce({ [user.id]: [unclicked] });
    expect(await quiet).toEqual({ linkId: unclicked, ...total });
  });
});

it("shows counts and clicks at the second message where the replica asked did not have them at the first", async () => {
  const { live, liveClicks, announce } = open();
  const user = await signUp(api);
  const [{ id: early }, { id: late }] = [await makeLink(api, user), await makeLink(api, user)];
  const at = "2026-05-06T00:00:00.000Z";
  const batchId = api.services.newId();
  const seen: LinkCount[] = [];
  void (async () => {
    for await (const count of live.subscribeToLinks(user.id)) seen.push(count);
  })();
  const click = first(liveClicks.subscribeToLink(user.id, late));
  await insertClicks(api, [{ ownerId: user.id, linkId: early, at }]);
  announce({ [user.id]: [early, late] }, batchId);
  // The total of the first link shows that ClickHouse was queried before the second link's clicks are inserted.
  await expect.poll(() => seen.map(({ linkId }) => linkId)).toEqual([early]);
  await insertClicks(api, [{ ownerId: user.id, linkId: late, at, batchId }]);
  announce({ [user.id]: [early, late] }, batchId);
  await expect.poll(() => seen.find(({ linkId }) => linkId === late)).toMatchObject({ clicks: 1 });
  expect(await click).toMatchObject({ timestamp: new Date(at) });
});

it.each([
  ["twice where tables are replicated", "replicas", 2],
  ["once where they are not", undefined, 1],
])("deals with each message %s", async (_, cluster, times) => {
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: silent });
  const { clickhouse: one, totals: remembered, newId } = api.services;
  const clickhouse: ClickHouseClient = {
    cluster,
    query: (params) => one.query(params),
    insert: (params) => one.insert(params),
    exec: (params) => one.exec(params),
    command: (params) => one.command(params),
    ping: (params) => one.ping(params),
    close: async () => {},
  };
  const forgotten: string[] = [];
  const totals = { ...remembered, forget: (ownerId: string) => void forgotten.push(ownerId) };
  const base = { clickhouse, totals, bus, logger: silent, registry: createRegistry("test"), traces: noTraces };
  const { stop } = await startStats(base);
  try {
    const [owner, next] = [newId(), newId()];
    await bus.publish(clicksCountedChannel, countedMessage(newId(), { [owner]: [newId()] }));
    await expect.poll(() => forgotten.filter((id) => id === owner)).toHaveLength(times);
    await bus.publish(clicksCountedChannel, countedMessage(newId(), { [next]: [newId()] }));
    await expect.poll(() => forgotten.filter((id) => id === next)).toHaveLength(times);
    expect(forgotten).toHaveLength(2 * times);
  } finally {
    await stop?.();
    await bus.close();
  }
});
