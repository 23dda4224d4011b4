import { randomUUID } from "node:crypto";
import type { Sql } from "@hoplog/platform/postgres/sql.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { linksWithRows } from "./linksWithRows.ts";
import { createErasureAttempts, eraseNext } from "./worker.ts";

let api: TestApi;
let database: pg.Client;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await api.close();
});

/**
 * Returns a client that lists the given erasures. They are not in the table, because the API's own worker would process
 * them first. Also collects the writes.
 */
function listing(erasures: readonly { readonly id: string }[]) {
  const passed: unknown[] = [];
  const listed: pg.Client = Object.create(database, {
    query: {
      value: (statement: string | Sql) => {
        const { text, values } = typeof statement === "string" ? { text: statement, values: [] } : statement;
        if (text.startsWith("SELECT kind, id")) {
          const leftOut = z.array(z.string()).parse(values[0]);
          return Promise.resolve({ rows: erasures.filter(({ id }) => !leftOut.includes(id) && !passed.includes(id)) });
        }
        if (text.startsWith("UPDATE erasure")) passed.push(...z.array(z.string()).parse(values[1]));
        return database.query(text, [...values]);
      },
    },
  });
  return { listed, passed };
}

it("links that nobody visited are erased together, and those that somebody did one by one", async () => {
  const user = await signUp(api);
  const [clicked, missed, kept] = [await makeLink(api, user), await makeLink(api, user), await makeLink(api, user)];
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await insertClicks(api, [
    { ownerId: user.id, linkId: clicked.id, at },
    { ownerId: user.id, linkId: kept.id, at },
  ]);
  await insertMisses(api, [{ ownerId: user.id, linkId: missed.id, at, code: "gone" }]);
  const { clickhouse } = api.services;
  const unvisited = Array.from({ length: 300 }, () => randomUUID());
  const all = [clicked.id, missed.id, ...unvisited];
  expect(
    await linksWithRows(
      clickhouse,
      [...all, kept.id].map((id) => ({ id, ownerId: user.id })),
    ),
  ).toEqual(new Set([clicked.id, missed.id, kept.id]));

  const command = vi.fn<typeof clickhouse.command>((question) => clickhouse.command(question));
  const watched: typeof clickhouse = Object.create(clickhouse, { command: { value: command } });
  const { listed, passed } = listing(all.map((id) => ({ kind: "link", id, ownerId: user.id, pass: 0, domains: [] })));
  expect(await eraseNext(listed, watched, createErasureAttempts(api.services))).toBe(true);
  expect(passed.toSorted()).toEqual(all.toSorted());
  const erased = command.mock.calls.map(([{ query_params: params }]) => params?.["link"] ?? params?.["id"]);
  expect(new Set(erased)).toEqual(new Set([clicked.id, missed.id]));
  const links = [clicked.id, missed.id, kept.id].map((id) => ({ id, ownerId: user.id }));
  expect(await linksWithRows(clickhouse, links)).toEqual(new Set([kept.id]));
});

it("an erasure that fails holds up no other, and is tried again", async () => {
  const user = await signUp(api);
  const [bad, good] = [await makeLink(api, user), await makeLink(api, user)];
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await insertClicks(
    api,
    [bad, good].map(({ id }) => ({ ownerId: user.id, linkId: id, at })),
  );
  const { clickhouse, logger } = api.services;
  let isBroken = true;
  const command: typeof clickhouse.command = (question) =>
    isBroken && question.query_params?.["link"] === bad.id
      ? Promise.reject(new Error("broken"))
      : clickhouse.command(question);
  const broken: typeof clickhouse = Object.create(clickhouse, { command: { value: command } });
  const erasures = [bad, good].map(({ id }) => ({ kind: "link", id, ownerId: user.id, pass: 0, domains: [] }));
  const { listed, passed } = listing(erasures);
  const error = vi.spyOn(logger, "error");
  let now = new Date();
  const attempts = createErasureAttempts({ logger, now: () => now });
  expect(await eraseNext(listed, broken, attempts)).toBe(true);
  expect(passed).toEqual([good.id]);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ id: bad.id }), expect.stringContaining("tried again"));
  expect(await eraseNext(listed, broken, attempts)).toBe(false);
  isBroken = false;
  now = new Date(now.getTime() + 61_000);
  expect(await eraseNext(listed, broken, attempts)).toBe(true);
  expect(passed).toEqual([good.id, bad.id]);
});
