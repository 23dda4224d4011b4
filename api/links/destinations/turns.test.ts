import pg from "pg";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { type DestinationServer, htmlPage, startDestinationServer } from "../../testing/destinationServer.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { requestWalk, walkNext } from "./follow.ts";
import { createDestinationMetrics } from "./metrics.ts";
import { firstTurns, workDestinations, type DestinationWork, type Turns } from "./work.ts";
import { destinationWork, otherHosts } from "./worker.ts";

let api: TestApi;
let server: DestinationServer;
let client: pg.Client;
let users: TestUser[];
let work: DestinationWork;
/** The clock is never set back, because the state of hosts is shared by all tests. */
let nowMs = Date.now();
beforeAll(async () => {
  [api, server] = await Promise.all([openTestApi(), startDestinationServer()]);
  client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const installation = { ...api.services, databaseUrl: api.databaseUrl, shortHosts: [] };
  const base = { ...installation, metrics: createDestinationMetrics(new Registry()), now: () => new Date(nowMs) };
  const pause = async (ms: number) => void (nowMs += ms);
  const made = { ...destinationWork(base, []), request: server.request, pause };
  work = { ...made, mayRequest: await otherHosts(client, installation) };
});
beforeEach(async () => {
  nowMs += 24 * 3_600_000;
  users = (await Promise.all([signUp(api), signUp(api)])).toSorted((a, b) => (a.id < b.id ? -1 : 1));
});
afterEach(async () => {
  server.pages.clear();
  server.asked.length = 0;
  await client.query("DELETE FROM link");
  await client.query("DELETE FROM destination");
});
afterAll(async () => {
  await client.end();
  await api.close();
  await server.close();
});

/** Adds new links with a different host each, as an import does. */
async function addLinks(user: TestUser | undefined, name: string, count: number): Promise<void> {
  const urls = Array.from({ length: count }, (_, n) => {
    server.pages.set(`${name}${n}.example/`, htmlPage("<title>a</title>"));
    return { name: `Link ${n}`, originalUrl: server.urlOf(`${name}${n}.example/`) };
  });
  expect((await call(api, "POST", "/api/urls/batch", { ...(user && { user }), body: { urls } })).status).toBe(200);
  await noteAll();
}
async function noteAll(): Promise<void> {
  await client.query(requestWalk);
  while (await walkNext(client, new Date(nowMs))) continue;
}
/** Runs one round and returns the number of requests per group of hosts. */
async function round(turns: Turns): Promise<Record<string, number>> {
  server.asked.length = 0;
  nowMs += 1000;
  await workDestinations(work, client, turns);
  const counts: Record<string, number> = {};
  for (const asked of server.asked.filter((one) => !one.endsWith("ico"))) {
    const name = /(\w+?)\d+\.example/.exec(asked)?.[1] ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const hourAgo = () => new Date(nowMs - 3_600_000);

describe("the places of a round", () => {
  it("go to workspaces in turn, and some to destinations that are due", async () => {
    const [first, second] = users;
    await addLinks(first, "due", 12);
    // These destinations were checked before, and are due.
    await client.query("UPDATE destination SET is_new = false, due_at = $1, checked_at = $1", [hourAgo()]);
    await addLinks(first, "many", 40);
    await addLinks(second, "few", 4);
    const turns = firstTurns();
    expect(await round(turns)).toEqual({ many: 3, few: 3, due: 4 });
    expect(await round(turns)).toEqual({ many: 5, few: 1, due: 4 });
    // No other destination is due, so new ones use the free places.
    expect(await round(turns)).toEqual({ many: 6, due: 4 });
    expect(await round(turns)).toEqual({ many: 10 });
  });

  it("are kept for daily checks, however many new ones were put off and wait for longer", async () => {
    const [first, second] = users;
    await addLinks(first, "off", 150);
    await client.query(sql`UPDATE destination SET is_new = false, due_at = ${new Date(nowMs - 7_200_000)}`);
    await addLinks(second, "due", 6);
    await client.query("UPDATE destination SET is_new = false, due_at = $1, checked_at = $1 WHERE owner_id = $2", [
      hourAgo(),
      second?.id,
    ]);
    const turns = firstTurns();
    expect(await round(turns)).toEqual({ off: 6, due: 4 });
    await addLinks(second, "new", 20);
    // New destinations leave one place to those that were postponed.
    expect(await round(turns)).toEqual({ new: 7, off: 1, due: 2 });
    expect(await round(turns)).toEqual({ new: 9, off: 1 });
  });

  it("go to each workspace with daily checks, however many another has that are due for longer", async () => {
    const [first, second] = users;
    const third = await signUp(api);
    await addLinks(first, "many", 150);
    await client.query("UPDATE destination SET is_new = false, due_at = $1, checked_at = $1", [
      new Date(nowMs - 7_200_000),
    ]);
    await addLinks(second, "few", 3);
    await addLinks(third, "none", 2);
    await addLinks(third, "other", 2);
    await client.query("UPDATE destination SET is_new = false, due_at = $1, checked_at = $1 WHERE is_new", [hourAgo()]);
    const turns = firstTurns();
    const counted = { few: 0, none: 0, other: 0 };
    // The seven destinations of the other workspaces are checked within six rounds of ten checks, although 157 are due.
    for (let n = 0; n < 6; n++) {
      const { few = 0, none = 0, other = 0, many = 0 } = await round(turns);
      expect(few + none + other + many).toBe(10);
      counted.few += few;
      counted.none += none;
      counted.other += other;
    }
    expect(counted).toEqual({ few: 3, none: 2, other: 2 });
  });

  it("go on with the workspace behind the last one that was asked", async () => {
    const others = await Promise.all(Array.from({ length: 11 }, () => signUp(api)));
    for (const [n, user] of [...users, ...others].entries()) await addLinks(user, `of${n}x`, 2);
    const turns = firstTurns();
    const [one, two, three] = [await round(turns), await round(turns), await round(turns)];
    // Each workspace gets its first check before any workspace gets its second.
    expect([one, two, three].map((counts) => Object.keys(counts).length)).toEqual([10, 10, 6]);
    expect(new Set([one, two].flatMap((counts) => Object.keys(counts))).size).toBe(13);
  });
});

describe("many new destinations", () => {
  it("of one workspace are in nobody's way, and the latest come first", async () => {
    const [ada, bob] = [await signUp(api), await signUp(api)];
    for (const place of ["a.example/", "b.example/"]) server.pages.set(place, htmlPage("<title>a</title>"));
    const urls = Array.from({ length: 60 }, (_, n) => ({
      name: `Link ${n}`,
      originalUrl: server.urlOf(`slow.example/${n}`),
    }));
    expect((await call(api, "POST", "/api/urls/batch", { user: ada, body: { urls } })).status).toBe(200);
    await noteAll();
    nowMs += 1000;
    await makeLink(api, bob, { originalUrl: server.urlOf("b.example/") });
    await makeLink(api, ada, { originalUrl: server.urlOf("a.example/") });
    await noteAll();
    const frozen = {
      ...work,
      now: (
        (at) => () =>
          at
      )(new Date(nowMs)),
    };
    await workDestinations(frozen, client, firstTurns());
    expect(
      server.asked
        .filter((one) => !one.includes("slow"))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(["GET a.example/", "GET b.example/"]);
    // A host gets one request at a time; the other checks of the host are postponed to different times.
    const slow = () => server.asked.filter((one) => /slow.example\/\d/.test(one)).length;
    expect(slow()).toBe(1);
    await workDestinations(frozen, client, firstTurns());
    expect(slow()).toBe(1);
    const { rows } = await client.query<{ moments: number }>(
      "SELECT count(DISTINCT due_at)::int AS moments FROM destination WHERE url LIKE '%slow%' AND NOT is_new AND checked_at IS NULL",
    );
    expect(rows[0]?.moments).toBeGreaterThan(20);
  });
});
