import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createPool } from "@hoplog/platform/postgres/pool.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

const logged: string[] = [];
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi({ logger: createLogger("api", "error", { write: (line) => void logged.push(line) }) });
  user = await signUp(api);
});
afterAll(() => api.close());

/** From now on PostgreSQL rejects each new event with the error of a full disk. */
async function fillDisk(): Promise<{ clear(): Promise<void> }> {
  const logger = createLogger("test", "silent");
  const pool = createPool({ databaseUrl: api.databaseUrl, applicationName: "test", logger, max: 1 });
  onTestFinished(() => pool.end());
  await pool.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  await pool.query("CREATE TRIGGER disk_full BEFORE INSERT ON event EXECUTE FUNCTION disk_full()");
  return { clear: async () => void (await pool.query("DROP FUNCTION disk_full CASCADE")) };
}

it("a database whose disk is full is 503 with a clear text on both faces, and nothing is half done", async () => {
  const disk = await fillDisk();
  const input = { name: "Kept", originalUrl: "https://example.com/kept", shortUrl: "full-disk" };
  const message = "There is not enough disk space to store this. Please try again later.";
  expect(await call(api, "POST", "/api/urls", { user, body: input })).toMatchObject({
    status: 503,
    body: { success: false, message, error: { type: "INTERNAL_ERROR", message } },
  });
  const create = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }`;
  expect(await graphql(api, create, { input: { name: "Kept", originalUrl: input.originalUrl } }, user)).toMatchObject({
    body: { errors: [{ message, extensions: { type: "INTERNAL_ERROR", status: 503, retryAfter: 5 } }] },
  });
  expect(logged.join("")).toContain("ALARM: the disk of a database is full");
  expect(logged.join("")).not.toContain(user.accessToken);
  const list = () => call(api, "GET", "/api/urls", { user });
  expect(await list()).toMatchObject({ status: 200, body: { data: [] } });
  await disk.clear();
  await makeLink(api, user, input);
  expect(await list()).toMatchObject({ body: { data: [{ name: "Kept" }] } });
});
