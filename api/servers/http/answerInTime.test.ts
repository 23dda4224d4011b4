import { createLogger } from "@hoplog/platform/logging/logger.js";
import { postgresAnswers } from "@hoplog/platform/postgres/answers.js";
import { openSilentServer } from "@hoplog/platform/testing/silentServer.js";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { probeMs } from "./answerInTime.ts";
import { readEvents } from "../../testing/events.ts";
import { call, graphql, openTestApi, password, signUp } from "../../testing/testApi.ts";

it("a call that a database leaves without an answer is 503 in time, a stream goes on, and all is served again when it answers", async () => {
  const logged: string[] = [];
  const logger = createLogger("api", "error", { write: (line) => void logged.push(line) });
  const api = await openTestApi({ logger, answerMs: 9000 });
  onTestFinished(() => api.close());
  const user = await signUp(api);
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());

  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const stream = await readEvents(`${url}/api/misses/live`, user.accessToken);
  await holder.query("BEGIN; LOCK TABLE credential, link_group IN ACCESS EXCLUSIVE MODE");
  const logIn = () => call(api, "POST", "/api/auth/login", { body: { email: user.email, password } });
  const makeGroup = () => graphql(api, 'mutation { createGroup(name: "Later") { id } }', {}, user);
  const message = "The call takes too long at the moment. Please try again in a moment.";
  const askedAt = performance.now();
  const [overRest, overGraphql] = await Promise.all([logIn(), makeGroup()]);
  // The response does not come earlier: slow calls to a working PostgreSQL are not cut off.
  expect(performance.now() - askedAt).toBeGreaterThan(8900);
  expect(overRest).toMatchObject({ status: 503, body: { success: false, message, error: { type: "INTERNAL_ERROR" } } });
  expect(overGraphql).toMatchObject({ status: 503, body: { errors: [{ message, extensions: { retryAfter: 5 } }] } });
  expect(logged.join("")).toContain('"route":"/api/auth/login"');

  await holder.query("ROLLBACK");
  expect(await logIn()).toMatchObject({ status: 200 });
  expect(await makeGroup()).toMatchObject({ status: 200 });
  expect(stream).toMatchObject({ status: 200, events: expect.toSatisfy((events: object[]) => events.length > 0) });
  expect(stream.isOver()).toBe(false);
});

it("a call that waits for a Postgres that answers nothing at all is 503 within ten seconds", async () => {
  const silent = await openSilentServer();
  onTestFinished(() => silent.close());
  const api = await openTestApi({
    isDatabaseAnswering: () => postgresAnswers(`postgres://a:b@127.0.0.1:${silent.port}/x`, probeMs),
  });
  onTestFinished(() => api.close());
  const user = await signUp(api);
  const holder = new pg.Client({ connectionString: api.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("BEGIN; LOCK TABLE credential IN ACCESS EXCLUSIVE MODE");
  const askedAt = performance.now();
  const answer = await call(api, "POST", "/api/auth/login", { body: { email: user.email, password } });
  expect(performance.now() - askedAt).toBeLessThan(10_000);
  expect(answer).toMatchObject({ status: 503, body: { success: false, error: { type: "INTERNAL_ERROR" } } });
  await holder.query("ROLLBACK");
});

describe("a call with an Idempotency-Key, while Postgres is frozen", () => {
  async function openFrozen() {
    const api = await openTestApi({ isDatabaseAnswering: async () => false });
    onTestFinished(() => api.close());
    const user = await signUp(api);
    const holder = new pg.Client({ connectionString: api.databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    const headers = { authorization: `Bearer ${user.accessToken}`, "idempotency-key": "once" };
    const payload = { name: "Once", originalUrl: "https://example.com/once" };
    const send = () => api.app.inject({ method: "POST", url: "/api/urls", headers, payload });
    return { holder, send };
  }

  it("is answered in time, is not done twice, and may be repeated", async () => {
    const { holder, send } = await openFrozen();
    await holder.query("BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE");
    const first = send();
    await expect.poll(async () => (await holder.query("SELECT FROM idempotent_call")).rowCount).toBe(1);
    await holder.query("LOCK TABLE idempotent_call IN ACCESS EXCLUSIVE MODE");
    expect((await first).statusCode).toBe(503);
    await holder.query("ROLLBACK");
    const done = async () => (await holder.query("SELECT FROM idempotent_call WHERE done_at IS NOT NULL")).rowCount;
    await expect.poll(done).toBe(1);
    expect((await send()).statusCode).toBe(409);
    await holder.query("UPDATE idempotent_call SET begun_until = now()");
    const repeated = await send();
    expect([repeated.statusCode, repeated.json()]).toEqual([
      200,
      expect.objectContaining({
        message: "An earlier call with this Idempotency-Key was completed, but its response was not stored.",
      }),
    ]);
  });

  it("gets the answer that it has, before that can be stored", async () => {
    const { holder, send } = await openFrozen();
    await holder.query(`SELECT pg_advisory_lock(77);
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF NEW.answer IS NOT NULL THEN PERFORM pg_advisory_xact_lock(77); END IF; RETURN NEW; END $$;
      CREATE TRIGGER hold BEFORE UPDATE ON idempotent_call FOR EACH ROW EXECUTE FUNCTION hold()`);
    const first = await send();
    expect([first.statusCode, first.json()]).toEqual([201, expect.objectContaining({ success: true })]);
    await holder.query("SELECT pg_advisory_unlock(77)");
    await expect.poll(async () => (await send()).headers["idempotent-replayed"]).toBe("true");
  });
});
