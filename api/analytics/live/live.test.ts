import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { insertClicks, type TestClick } from "../../testing/clicks.ts";
import { readEvents } from "../../testing/events.ts";
import { countedMessage, follow } from "../../testing/live.ts";
import { call, logIn, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { liveEvent } from "./entities.ts";

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await openTestApi({
    settings: { sockets: { socketsPerAddress: 6, socketsPerAccount: 2, subscriptionsPerSocket: 100 } },
  });
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

const counts = z.object({ people: z.number(), bots: z.number() });
const figures = z.object({
  slices: z.array(counts.extend({ countries: z.array(counts.extend({ code: z.string() })) })),
  clicks: z.array(z.object({ city: z.string(), code: z.string() })),
  sampledOf: z.number(),
});

/** Inserts clicks of a link in a new batch, and returns a function that announces the batch. */
async function click(user: TestUser, linkId: string, clicks: readonly Partial<TestClick>[]) {
  const batchId = api.services.newId();
  const at = new Date().toISOString();
  await insertClicks(
    api,
    clicks.map((one) => ({ ownerId: user.id, linkId, at, batchId, ...one })),
  );
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  onTestFinished(() => bus.close());
  return () => bus.publish(clicksCountedChannel, countedMessage(batchId, { [user.id]: [linkId] }));
}

const open = (user: TestUser, query = "") => readEvents(`${url}/api/live${query}`, user.accessToken);

describe("GET /api/live", () => {
  it.each([
    [["stats:read"], { linkName: "", code: "" }],
    [["stats:read", "links:read"], { linkName: "Named", code: "live-named" }],
  ])("shows an API key of %j what links are called as far as it may read them", async (scopes, shown) => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user, { name: "Named", shortUrl: shown.code || "live-nameless" });
    await click(user, id, [{ country: "DE" }]);
    const made = await call(api, "POST", "/api/keys", { user, body: { name: "Program", scopes } });
    const { key } = made.body["data"] as { key: string };
    const { events } = await open({ ...user, accessToken: key });
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]).toMatchObject({ data: { clicks: [{ ...shown, countryCode: "DE" }] } });
    const query = "subscription { workspaceClicks { clicks { linkName code } } }";
    const received = await follow(`${url.replace("http", "ws")}/graphql`, key, query);
    await expect.poll(() => received).toEqual([{ workspaceClicks: { clicks: [shown] } }]);
  });

  it("begins with the window, and then says exactly what has changed, once", async () => {
    const user = await signUp(api);
    const { id, code } = await makeLink(api, user);
    await click(user, id, [{ country: "DE", city: "Bonn" }, { at: new Date(Date.now() - 31 * 60_000).toISOString() }]);
    const { events, headers } = await open(user);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]).toMatchObject({ name: "window", data: { people: 0, sampledOf: 1, clicks: [{ code }] } });
    const announce = await click(user, id, [
      { country: "FR", city: "Lyon" },
      { country: "FR", city: "Nice" },
      { country: "", isBot: true },
    ]);
    await announce();
    await expect.poll(() => events).toHaveLength(2);
    // A duplicate announcement emits no event: the next event belongs to the next batch.
    await announce();
    const next = await click(user, id, [{ country: "DE", city: "Kiel" }]);
    await next();
    await expect.poll(() => events).toHaveLength(3);
    expect(events[1]).toMatchObject({ id: "2", name: "clicks", data: { people: 2, bots: 1, sampledOf: 2 } });
    expect(events[2]).toMatchObject({ id: "3", data: { people: 1, bots: 0, clicks: [{ city: "Kiel", code }] } });
    for (const { data } of events) expect(liveEvent.answer.strict().safeParse(data)).toMatchObject({ success: true });
    expect(events.flatMap(({ data }) => figures.parse(data).clicks.map(({ city }) => city)).toSorted()).toEqual([
      "Bonn",
      "Kiel",
      "Lyon",
      "Nice",
    ]);
  });

  it("narrows on the server by any filters, and shows bots on request", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const { events } = await open(user, "?filter=country:is:DE&filter=country:is:FR&filter=city:isNot:Bonn&bots=true");
    await expect.poll(() => events).toHaveLength(1);
    const announce = await click(user, id, [
      { country: "DE", city: "Bonn" },
      { country: "DE", city: "Kiel" },
      { country: "FR", city: "Lyon", isBot: true },
      { country: "IT", city: "Rom" },
    ]);
    await announce();
    await expect.poll(() => events).toHaveLength(2);
    const { clicks, slices, sampledOf } = figures.parse(events[1]?.data);
    expect(clicks.map(({ city }) => city).toSorted()).toEqual(["Kiel", "Lyon"]);
    expect(sampledOf).toBe(2);
    expect(slices).toMatchObject([{ people: 1, bots: 1 }]);
    expect(slices[0]?.countries.map(({ code }) => code).toSorted()).toEqual(["DE", "FR"]);
  });

  it("shows a sample of a rush and counts all of it", async () => {
    const user = await signUp(api);
    const { id } = await makeLink(api, user);
    const { events } = await open(user);
    await expect.poll(() => events).toHaveLength(1);
    const announce = await click(
      user,
      id,
      Array.from({ length: 5000 }, () => ({ country: "DE" })),
    );
    await announce();
    await expect.poll(() => events).toHaveLength(2);
    expect(events[1]?.data).toMatchObject({ people: 5000, sampledOf: 5000 });
    const { slices, clicks } = figures.parse(events[1]?.data);
    expect(slices.reduce((sum, { people }) => sum + people, 0)).toBe(5000);
    expect(clicks).toHaveLength(50);
  });

  it.each([
    ["filter=country", "filter"],
    ["filter=planet:is:Mars", "filter"],
    ["filter=rule:is:first", "filter"],
    [`filter=city:is:${"x".repeat(1025)}`, "filter"],
    [Array.from({ length: 51 }, (_, i) => `filter=city:is:${i}`).join("&"), "filter"],
    ["bots=maybe", "bots"],
  ])("refuses %.40s", async (query, field) => {
    const user = await signUp(api);
    const { status, body } = await call(api, "GET", `/api/live?${query}`, { user });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } });
  });

  it("answers HEAD without a stream, and knows no other method", async () => {
    const user = await signUp(api);
    const headers = { authorization: `Bearer ${user.accessToken}` };
    const head = await fetch(`${url}/api/live`, { method: "HEAD", headers });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toMatch("text/event-stream");
    expect((await fetch(`${url}/api/live`, { method: "POST", headers })).status).toBe(404);
  });

  it("ends with its session, says why, and does not begin again with its token", async () => {
    const user = await signUp(api);
    const other = await logIn(api, user.email);
    const [stolen, own] = [await open(other), await open(user)];
    await expect.poll(() => [stolen.events.length, own.events.length]).toEqual([1, 1]);
    await call(api, "POST", "/api/auth/logout", { user: other });
    await expect.poll(stolen.isOver).toBe(true);
    expect(stolen.events.at(-1)).toMatchObject({ name: "end", data: { type: "AUTHENTICATION_ERROR" } });
    expect(own.isOver()).toBe(false);
    expect((await call(api, "GET", "/api/live", { user: other })).status).toBe(401);
  });

  it("takes as many streams as an account may hold, and another one when one was left", async () => {
    const user = await signUp(api);
    const [first, second] = [await open(user), await open(user)];
    await expect.poll(() => [first.events.length, second.events.length]).toEqual([1, 1]);
    const refused = await call(api, "GET", "/api/live", { user });
    expect(refused).toMatchObject({ status: 429, body: { error: { type: "RATE_LIMIT_ERROR" } } });
    // Streams opened with an API key count against the key, so a key cannot use up its owner's streams.
    const made = await call(api, "POST", "/api/keys", { user, body: { name: "Tail", scopes: ["stats:read"] } });
    const { key } = z.object({ key: z.string() }).parse(made.body["data"]);
    expect((await open({ ...user, accessToken: key })).status).toBe(200);
    first.leave();
    await expect.poll(async () => (await open(user)).status).toBe(200);
    expect(await api.registry.getSingleMetricAsString("hoplog_api_live_refused_total")).toMatch(
      /reason="account",.*\} [1-9]/,
    );
  });
});
