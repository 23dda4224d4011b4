import { createLogger } from "@hoplog/platform/logging/logger.js";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { readEvents } from "../testing/events.ts";
import { call, graphql, openTestApi, password, signUp } from "../testing/testApi.ts";

it("a call that a database leaves without an answer is 503 in time, a stream goes on, and all is served again when it answers", async () => {
  const logged: string[] = [];
  const logger = createLogger("api", "error", { write: (line) => void logged.push(line) });
  const api = await openTestApi({ logger, answerMs: 5000 });
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
  const message = "This takes too long just now. Please try again in a moment.";
  const [overRest, overGraphql] = await Promise.all([logIn(), makeGroup()]);
  expect(overRest).toMatchObject({ status: 503, body: { success: false, message, error: { type: "INTERNAL_ERROR" } } });
  expect(overGraphql).toMatchObject({ status: 503, body: { errors: [{ message, extensions: { retryAfter: 5 } }] } });
  expect(logged.join("")).toContain('"route":"/api/auth/login"');

  await holder.query("ROLLBACK");
  expect(await logIn()).toMatchObject({ status: 200 });
  expect(await makeGroup()).toMatchObject({ status: 200 });
  expect(stream).toMatchObject({ status: 200, events: expect.toSatisfy((events: object[]) => events.length > 0) });
  expect(stream.isOver()).toBe(false);
});
