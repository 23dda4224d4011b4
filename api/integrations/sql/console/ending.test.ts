import { randomUUID } from "node:crypto";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { freshClickHouse } from "@hoplog/platform/testing/engines.js";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RateLimitError } from "../../../kernel/limits/rateLimitError.ts";
import { openTestApi, type TestApi } from "../../../testing/testApi.ts";
import { killOnce, releaseWhenEnded } from "./ending.ts";
import { createConsoleMetrics } from "./metrics.ts";
import { renewPlace, runningQuery, takePlace, waitUntilReleased } from "./places.ts";
import { type Console, startQuery } from "./run.ts";

/** A single function call that takes ClickHouse seconds of CPU time and cannot be cancelled while it runs. */
const unstoppable = "SELECT match(materialize(repeat('a', 50000)), '(a?){1000}a{1000}b')";
/** The query's CPU time takes long on a busy machine. The test's own time limit is only slightly longer. */
const endsWithinMs = 170_000;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function openEnding() {
  const { url, username, password, database, drop } = await freshClickHouse();
  const address = new URL(url);
  Object.assign(address, { username, password });
  const client = createClickHouse({ clickHouseUrl: address.href, database, application: "test" });
  const killer = createClickHouse({ clickHouseUrl: address.href, database, application: "test ending" });
  const kills: string[] = [];
  const counted: typeof killer = {
    ...killer,
    query: (params) => killer.query(params),
    exec: (params) => killer.exec(params),
    insert: (params) => killer.insert(params),
    ping: (params) => killer.ping(params),
    close: () => killer.close(),
    command(params) {
      kills.push(params.query);
      return killer.command(params);
    },
  };
  const stopping = new AbortController();
  const ending = { killer: counted, watching: new Set<Promise<void>>(), stopping: stopping.signal };
  const shown = async (queryId: string) => {
    const query = "SELECT query_id FROM system.processes WHERE query_id = {queryId:String}";
    const found = await client.query({ query, query_params: { queryId }, format: "JSONEachRow" });
    return (await found.json()).length > 0;
  };
  return {
    services: { ...api.services, ending },
    client,
    kills,
    shown,
    stopping,
    async close() {
      await Promise.all(ending.watching);
      await Promise.all([client.close(), killer.close()]);
      await drop();
    },
  };
}

describe("a query that ClickHouse can't stop", () => {
  it("keeps its place until it has ended, while its account is refused and one KILL was sent", async () => {
    const { services, client, kills, shown, close } = await openEnding();
    const ownerId = randomUUID();
    const place = await takePlace(services, ownerId, randomUUID(), 3);
    const answer = client.query({ query: unstoppable, query_id: place.queryId }).then(
      (result) => result.text(),
      (error: unknown) => error,
    );
    await expect.poll(() => shown(place.queryId), { interval: 20 }).toBe(true);
    await Promise.all([killOnce(services, place), killOnce(services, place), killOnce(services, place)]);
    expect(kills).toEqual([expect.stringMatching(/^KILL QUERY .* ASYNC$/)]);
    // The API process that runs the query learns that it was killed, and stops waiting for it.
    expect(await renewPlace(services, place)).toBe(false);
    void releaseWhenEnded(services, place);
    const refusal: unknown = await takePlace(services, ownerId, randomUUID(), 3).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimitError);
    expect(refusal).toMatchObject({ message: expect.stringContaining("is still ending the previous query") });
    expect(await shown(place.queryId)).toBe(true);
    await waitUntilReleased(services, place, endsWithinMs);
    expect(await shown(place.queryId)).toBe(false);
    await answer;
    const next = await takePlace(services, ownerId, randomUUID(), 3);
    expect(next.place).toBe(place.place);
    await close();
  });

  it("keeps its place while no server can be asked, and the api can stop all the same", async () => {
    const { services, kills, stopping, close } = await openEnding();
    const away = createClickHouse({ clickHouseUrl: "http://127.0.0.1:9", database: "x", application: "test" });
    const ending = { ...services, ending: { ...services.ending, killer: away } };
    const place = await takePlace(services, randomUUID(), randomUUID(), 3);
    await killOnce(ending, place);
    await releaseWhenEnded(ending, place);
    expect(await renewPlace(services, place)).toBe(false);
    stopping.abort();
    await Promise.all(services.ending.watching);
    expect(kills).toEqual([]);
    await away.close();
    await close();
  });

  it("gives its place back once it must have ended, though no server can be asked", async () => {
    const { services, close } = await openEnding();
    const away = createClickHouse({ clickHouseUrl: "http://127.0.0.1:9", database: "x", application: "test" });
    const ending = { ...services, ending: { ...services.ending, killer: away } };
    const ownerId = randomUUID();
    const place = await takePlace(services, ownerId, randomUUID(), 3);
    void releaseWhenEnded(ending, place, 200);
    await waitUntilReleased(services, place, 15_000);
    const next = await takePlace(services, ownerId, randomUUID(), 3);
    expect(next.place).toBe(place.place);
    await away.close();
    await close();
  });
});

it("a query whose place is still in use by the same query is not over", async () => {
  const { services, client, shown, close } = await openEnding();
  const ownerId = randomUUID();
  const queryId = randomUUID();
  const answer = client.query({ query: unstoppable, query_id: queryId }).catch((error: unknown) => error);
  await expect.poll(() => shown(queryId), { interval: 20 }).toBe(true);
  // The console's client runs as the test user here; a query with an id that is already running is rejected.
  const asked: Console["client"] = {
    ...client,
    query: (params) => client.query(params),
    insert: (params) => client.insert(params),
    command: (params) => client.command(params),
    ping: (params) => client.ping(params),
    close: () => client.close(),
    exec: ({ query, query_id }) => client.exec({ query, query_id: query_id ?? "" }),
  };
  const sqlConsole = { client: asked, password: "", database: "x", ...services.ending };
  const run = { ...services, newId: () => queryId, sqlConsole, consoleMetrics: createConsoleMetrics(new Registry()) };
  const signal = new AbortController().signal;
  await expect(startQuery(run, { ownerId, text: "SELECT 1", format: "table", signal })).rejects.toThrow();
  const isStillShown = await shown(queryId);
  const running = await runningQuery(services, ownerId);
  expect([isStillShown, running]).toEqual([true, queryId]);
  await waitUntilReleased(services, { queryId }, endsWithinMs);
  expect(await runningQuery(services, ownerId)).toBe(null);
  await answer;
  await close();
});
