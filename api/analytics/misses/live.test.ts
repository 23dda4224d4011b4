import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { missesCountedChannel, missesCountedMessage } from "@hoplog/schema/bus/missesCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { insertMisses } from "../../testing/clicks.ts";
import { readEvents } from "../../testing/events.ts";
import { call, logIn, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { liveMisses } from "./entities.ts";
import { questionsPerAccount } from "./watches.ts";

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await openTestApi({
    settings: {
      sockets: { socketsPerAddress: 100, socketsPerAccount: questionsPerAccount + 1, subscriptionsPerSocket: 1 },
    },
  });
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  // Creates a second account, because the only account of an installation also sees misses that belong to no workspace.
  await signUp(api);
});
afterAll(() => api.close());

const open = (user: TestUser, query = "") => readEvents(`${url}/api/misses/live${query}`, user.accessToken);
const shown = z.object({ visits: z.array(z.object({ code: z.string() })) });
const codes = (event: { data: unknown } | undefined) => event && shown.parse(event.data).visits.map(({ code }) => code);

async function miss(user: TestUser, visits: readonly { code: string; isBot?: boolean; referrer?: string }[]) {
  const at = new Date().toISOString();
  await insertMisses(
    api,
    visits.map((visit) => ({ at, ownerId: user.id, linkId: user.id, reason: "expired" as const, ...visit })),
  );
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  onTestFinished(() => bus.close());
  await bus.publish(missesCountedChannel, missesCountedMessage([uuidBytes(user.id)], []));
}

describe("GET /api/misses/live", () => {
  it("gives the last visits at once and whenever others are counted, narrowed on the server, to nobody else", async () => {
    const [user, stranger] = [await signUp(api), await signUp(api)];
    await miss(user, [{ code: "one" }, { code: "robot", isBot: true }]);
    const [all, narrowed, bots, strangers] = await Promise.all([
      open(user),
      open(user, "?code=two&reason=expired&referrer=a.example"),
      open(user, "?bots=true"),
      open(stranger),
    ]);
    expect(all.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(all.headers.get("cache-control")).toBe("no-store, no-transform");
    await expect.poll(() => codes(all.events[0])).toEqual(["one"]);
    expect(all.events[0]).toMatchObject({ id: "1", name: "window", data: { people: 1, bots: 1 } });
    await expect.poll(() => codes(bots.events[0])?.toSorted()).toEqual(["one", "robot"]);
    await expect.poll(() => narrowed.events[0]?.data).toMatchObject({ people: 0, bots: 0, visits: [] });
    await miss(user, [
      { code: "two", referrer: "a.example" },
      { code: "two", referrer: "b.example" },
    ]);
    await expect.poll(() => narrowed.events.at(-1)?.data).toMatchObject({ people: 1, visits: [{ code: "two" }] });
    await expect.poll(() => codes(all.events.at(-1))?.toSorted()).toEqual(["one", "two", "two"]);
    for (const { data } of [...all.events, ...bots.events])
      expect(liveMisses.strict().safeParse(data)).toMatchObject({ success: true });
    await expect.poll(() => strangers.events[0]?.data).toMatchObject({ people: 0, bots: 0, visits: [] });
  });

  it.each([
    ["reason=bored", "reason"],
    ["bots=maybe", "bots"],
    [`code=${"x".repeat(1025)}`, "code"],
    [`host=${"x".repeat(7000)}`, "host"],
  ])("refuses %.40s", async (query, field) => {
    const user = await signUp(api);
    const { status, body } = await call(api, "GET", `/api/misses/live?${query}`, { user });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } });
  });

  it("is nobody's without a session, and ends with it", async () => {
    expect((await call(api, "GET", "/api/misses/live")).status).toBe(401);
    const user = await signUp(api);
    const other = await logIn(api, user.email);
    const [stolen, own] = [await open(other), await open(user)];
    await expect.poll(() => [stolen.events.length, own.events.length]).toEqual([1, 1]);
    await call(api, "POST", "/api/auth/logout", { user: other });
    await expect.poll(stolen.isOver).toBe(true);
    expect(stolen.events.at(-1)).toMatchObject({ name: "end", data: { type: "AUTHENTICATION_ERROR" } });
    expect(own.isOver()).toBe(false);
    expect((await call(api, "GET", "/api/misses/live", { user: other })).status).toBe(401);
  });

  it("watches so many different things of an account, holds so many streams of both kinds, and takes others again", async () => {
    const user = await signUp(api);
    const held = await Promise.all(Array.from({ length: questionsPerAccount }, (_, i) => open(user, `?code=${i}`)));
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
    const another = await call(api, "GET", "/api/misses/live?code=another", { user });
    expect(another).toMatchObject({ status: 429, body: { error: { type: "RATE_LIMIT_ERROR" } } });
    // A code that is already watched needs no further place, and the refused stream freed its place.
    expect((await open(user, "?code=1")).status).toBe(200);
    expect(await call(api, "GET", "/api/live", { user })).toMatchObject({ status: 429 });
    for (const { leave } of held.slice(2)) leave();
    await expect.poll(async () => (await open(user, "?code=another")).status).toBe(200);
  });
});
