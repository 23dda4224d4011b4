import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createListener, type Listener } from "@hoplog/platform/postgres/listener.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { checkpoint, type FollowedEvent, followEvents, type Follower } from "./followEvents.ts";

const logger = createLogger("test", "silent");
let api: TestApi;
let user: TestUser;
let listener: Listener;
let database: pg.Client;
const following: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  listener = createListener({ databaseUrl: api.databaseUrl, applicationName: "test", logger });
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
afterEach(async () => {
  for (const one of following.splice(0)) await one.stop();
});
afterAll(async () => {
  await database.end();
  await listener.close();
  await api.close();
});

async function follow(follower: Pick<Follower, "name" | "handle"> & Partial<Follower>): Promise<void> {
  const { name } = follower;
  following.push(
    await followEvents(
      { databaseUrl: api.databaseUrl, listener, logger },
      { streams: ["link"], cursor: checkpoint(name), batchSize: 2, timing: "at once", ...follower },
    ),
  );
}

const idsOf = (events: readonly FollowedEvent[]) => events.map(({ streamId }) => streamId);

it("gives every event in order, in batches, and later those after the cursor alone", async () => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.push((await makeLink(api, user)).id);
  const first: string[] = [];
  const batches: number[] = [];
  await follow({
    name: "in order",
    async handle(_client, events) {
      first.push(...idsOf(events));
      batches.push(events.length);
    },
  });
  await expect.poll(() => first).toEqual(made);
  expect(Math.max(...batches)).toBe(2);
  await following.pop()?.stop();

  const later = (await makeLink(api, user)).id;
  const second: string[] = [];
  await follow({
    name: "in order",
    async handle(_client, events) {
      second.push(...idsOf(events));
    },
  });
  await expect.poll(() => second).toEqual([later]);
});

it("gives a batch again after a failure, and begins anew before it", async () => {
  const { id } = await makeLink(api, user);
  const tries: string[] = [];
  let begun = 0;
  await follow({
    name: "failing",
    batchSize: 1000,
    async begin() {
      begun++;
    },
    async handle(_client, events) {
      tries.push(...idsOf(events).slice(-1));
      if (tries.length < 3) throw new Error("not yet");
    },
  });
  await expect.poll(() => tries).toEqual([id, id, id]);
  expect(begun).toBe(3);
});

it("never steps over an event whose transaction is still open", async () => {
  const { rows } = await database.query<{ count: number }>(
    "SELECT count(*)::int FROM event WHERE stream_type = 'link'",
  );
  const before = rows[0]?.count ?? 0;
  const seen: string[] = [];
  const cursor = checkpoint("patient");
  let looks = 0;
  await follow({
    name: "patient",
    batchSize: 1000,
    cursor: {
      ...cursor,
      read(client) {
        looks++;
        return cursor.read(client);
      },
    },
    async handle(_client, events) {
      seen.push(...idsOf(events));
    },
  });
  await expect.poll(() => seen.length).toBe(before);
  const late = "01900000-0000-7000-8000-00000000000f";
  await database.query("BEGIN");
  await database.query(
    sql`INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
     VALUES ('link', ${late}, 1, 'LinkActivated', 1, '{}', '{}')`,
  );
  const { id } = await makeLink(api, user);
  const looksBefore = looks;
  await expect.poll(() => looks).toBeGreaterThan(looksBefore + 1);
  expect(seen).not.toContain(id);
  await database.query("COMMIT");
  await expect.poll(() => seen.slice(before)).toEqual([late, id]);
});

it("asks for events only when some were written, or after a while", async () => {
  const cursor = checkpoint("quiet");
  let [looks, rounds] = [0, 0];
  const seen: string[] = [];
  await follow({
    name: "quiet",
    batchSize: 1000,
    timing: "each second",
    cursor: {
      ...cursor,
      read(client) {
        looks++;
        return cursor.read(client);
      },
    },
    async handle(_client, events) {
      seen.push(...idsOf(events));
    },
    async between() {
      rounds++;
      return false;
    },
  });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  // After these rounds the follower has found that no events are left.
  const settled = rounds;
  await expect.poll(() => rounds).toBeGreaterThan(settled + 2);
  const [looksBefore, roundsBefore] = [looks, rounds];
  await expect.poll(() => rounds).toBeGreaterThan(roundsBefore + 3);
  expect(looks).toBeLessThanOrEqual(looksBefore + 1);
  const { id } = await makeLink(api, user);
  await expect.poll(() => seen.at(-1)).toBe(id);
  // The follower also looks for events without a notification.
  const looksWithout = looks;
  await expect.poll(() => looks).toBeGreaterThan(looksWithout + 2);
});

it("lets one process at a time follow under a name", async () => {
  let [inside, most] = [0, 0];
  const seen: string[][] = [[], []];
  for (const own of seen) {
    await follow({
      name: "alone",
      batchSize: 1,
      async handle(client, events) {
        most = Math.max(most, ++inside);
        await client.query("SELECT 1");
        own.push(...idsOf(events));
        inside--;
      },
    });
  }
  const { id } = await makeLink(api, user);
  await expect.poll(() => seen.flat().at(-1)).toBe(id);
  expect(most).toBe(1);
  expect(seen.filter((own) => own.length > 0)).toHaveLength(1);
});
