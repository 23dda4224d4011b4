import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { missesCountedChannel, missesCountedMessage } from "@hoplog/schema/bus/missesCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { insertMisses } from "../testing/clicks.ts";
import { readEvents } from "../testing/events.ts";
import { call, logIn, openTestApi, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";
import { missAnswers } from "./answers.ts";

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await openTestApi({
    settings: { sockets: { socketsPerAddress: 20, socketsPerAccount: 2, subscriptionsPerSocket: 100 } },
  });
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

const open = (user: TestUser, query = "") => readEvents(`${url}/api/misses/live${query}`, user.accessToken);

async function miss(user: TestUser, code: string, isBot = false): Promise<void> {
  const visit = { at: new Date().toISOString(), code, reason: "expired", ownerId: user.id, isBot } as const;
  await insertMisses(api, [visit]);
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  onTestFinished(() => bus.close());
  await bus.publish(missesCountedChannel, missesCountedMessage([uuidBytes(user.id)], []));
}

it("gives the last visits at once and again when others are counted, to their owner alone", async () => {
  const [user, stranger] = [await signUp(api), await signUp(api)];
  const [own, others, withBots] = [await open(user), await open(stranger), await open(user, "?bots=true")];
  expect(own.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  await expect.poll(() => [own, others, withBots].map(({ events }) => events.length)).toEqual([1, 1, 1]);
  await miss(user, "lost");
  await miss(user, "crawled", true);
  const last = (stream: typeof own) => stream.events.at(-1);
  await expect.poll(() => last(own)).toMatchObject({ name: "visits", data: { people: 1, bots: 1 } });
  expect(last(own)).toMatchObject({ data: { visits: [{ code: "lost", reason: "expired", isBot: false }] } });
  await expect
    .poll(() => last(withBots))
    .toMatchObject({ data: { visits: expect.arrayContaining([expect.objectContaining({ code: "crawled" })]) } });
  expect(JSON.stringify(others.events)).not.toContain("lost");
  for (const { data } of [...own.events, ...withBots.events])
    expect(missAnswers.LiveMisses.strict().safeParse(data)).toMatchObject({ success: true });
});

it("answers HEAD without a stream, refuses what it doesn't know, and ends with its session", async () => {
  const user = await signUp(api);
  const other = await logIn(api, user.email);
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const head = await fetch(`${url}/api/misses/live`, { method: "HEAD", headers });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  expect(await call(api, "GET", "/api/misses/live?bots=perhaps", { user })).toMatchObject({
    status: 422,
    body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field: "bots" }] } } },
  });
  expect((await call(api, "GET", "/api/misses/live")).status).toBe(401);
  const stolen = await open(other);
  await expect.poll(() => stolen.events.length).toBe(1);
  await call(api, "POST", "/api/auth/logout", { user: other });
  await expect.poll(stolen.isOver).toBe(true);
  expect(stolen.events.at(-1)).toMatchObject({ name: "end", data: { type: "AUTHENTICATION_ERROR" } });
});

it("shares the number of streams that an account may hold with live clicks", async () => {
  const user = await signUp(api);
  const [misses, clicks] = [await open(user), await readEvents(`${url}/api/live`, user.accessToken)];
  await expect.poll(() => [misses.events.length, clicks.events.length]).toEqual([1, 1]);
  expect(await call(api, "GET", "/api/misses/live", { user })).toMatchObject({
    status: 429,
    body: { error: { type: "RATE_LIMIT_ERROR" } },
  });
  misses.leave();
  await expect.poll(async () => (await open(user)).status).toBe(200);
});
