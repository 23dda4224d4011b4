import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { countedMessage } from "../../testing/live.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import type { CountedClicksListener } from "../link/countedClicks.ts";
import { createWorkspaceClicks, questionsPerAccount } from "./workspaceClicks.ts";
import type { LiveEvent } from "./event.ts";
import { createLiveMetrics } from "./metrics.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** Opens live clicks of an account with one link; messages come from the test only. */
async function open() {
  const user = await signUp(api);
  const { id: linkId } = await makeLink(api, user);
  const listeners: CountedClicksListener[] = [];
  const counted = { listen: (listener: CountedClicksListener) => (listeners.push(listener), () => {}) };
  const registry = createRegistry("api");
  const live = createWorkspaceClicks({
    ...api.services,
    logger: createLogger("api", "silent"),
    counted,
    metrics: createLiveMetrics(registry),
  });
  onTestFinished(() => live.close());
  const question = { ownerId: user.id, filters: [], bots: false };
  const click = async (country: string): Promise<string> => {
    const batchId = api.services.newId();
    await insertClicks(api, [{ ownerId: user.id, linkId, at: new Date().toISOString(), country, batchId }]);
    return batchId;
  };
  const announce = (batchId: string) => {
    const message = readClicksCounted(countedMessage(batchId, { [user.id]: [linkId] }));
    for (const listener of listeners) listener.onCounted(message);
  };
  const gap = () => listeners.forEach((listener) => listener.onGap?.());
  const reads = async () =>
    Number(/_count\S* (\d+)/.exec(await registry.getSingleMetricAsString("hoplog_api_live_read_seconds"))?.[1]);
  return { live, question, click, announce, gap, reads };
}

function collect(events: AsyncIterableIterator<LiveEvent>) {
  const received: LiveEvent[] = [];
  void (async () => {
    for await (const event of events) received.push(event);
  })();
  onTestFinished(async () => void (await events.return?.()));
  return received;
}

const peopleIn = (event: LiveEvent | undefined) => event?.slices.reduce((sum, { people }) => sum + people, 0);

describe("watching an account", () => {
  it("gives the window anew after the bus was away, with what was never announced", async () => {
    const { live, question, click, announce, gap } = await open();
    const received = collect(live.watch(question));
    await expect.poll(() => received).toHaveLength(1);
    announce(await click("DE"));
    await expect.poll(() => received).toHaveLength(2);
    await click("FR");
    gap();
    await expect.poll(() => received).toHaveLength(3);
    expect(received.map(({ reset }) => reset)).toEqual([true, false, true]);
    expect(peopleIn(received[2])).toBe(2);
  });

  it("counts once what is announced before the window is read, and again after it", async () => {
    const { live, question, click, announce } = await open();
    const batch = await click("DE");
    const received = collect(live.watch(question));
    announce(batch);
    announce(batch);
    await expect.poll(() => received.length).toBeGreaterThan(0);
    announce(await click("FR"));
    await expect.poll(() => received.at(-1)?.clicks.map(({ countryCode }) => countryCode)).toContain("FR");
    const slices = new Map(
      received.flatMap((event) => event.slices).map((slice) => [slice.at.getTime(), slice.people]),
    );
    expect([...slices.values()].reduce((sum, people) => sum + people, 0)).toBe(2);
  });

  it("reads once for all who watch the same, and for many messages", async () => {
    const { live, question, click, announce, reads } = await open();
    const received = Array.from({ length: 30 }, () => collect(live.watch({ ...question })));
    await expect.poll(() => received.every((events) => events.length === 1)).toBe(true);
    const before = await reads();
    for (const batch of await Promise.all(Array.from({ length: 40 }, () => click("DE")))) announce(batch);
    await expect.poll(() => received.every((events) => peopleIn(events.at(-1)) === 40)).toBe(true);
    expect((await reads()) - before).toBeLessThanOrEqual(3);
  });

  it("merges for who reads slowly, without losing a figure", async () => {
    const { live, question, click, announce } = await open();
    const slow = live.watch(question);
    expect(peopleIn((await slow.next()).value)).toBe(0);
    onTestFinished(async () => void (await slow.return?.()));
    const fast = collect(live.watch(question));
    await expect.poll(() => fast).toHaveLength(1);
    for (const country of ["DE", "FR", "IT"]) {
      const already = fast.length;
      announce(await click(country));
      await expect.poll(() => fast.length).toBe(already + 1);
    }
    const { value } = await slow.next();
    expect(value).toMatchObject({ people: 3, sampledOf: 3 });
    expect(value.clicks).toHaveLength(3);
  });

  it("can be done in a bounded number of ways, and by any number of readers of each", async () => {
    const { live, question } = await open();
    const of = (city: number) => ({
      ...question,
      filters: [{ field: "city", op: "is", values: [String(city)] }] as const,
    });
    const first = live.watch(of(0));
    const received = collect(first);
    for (let city = 1; city < questionsPerAccount; city++) collect(live.watch(of(city)));
    await expect.poll(() => received).toHaveLength(1);
    expect(() => live.watch(of(-1))).toThrow(expect.objectContaining({ type: "RATE_LIMIT_ERROR" }));
    expect(() => live.watch(of(1)).return?.()).not.toThrow();
    await first.return?.();
    const again = collect(live.watch(of(-1)));
    await expect.poll(() => again).toHaveLength(1);
  });
});
