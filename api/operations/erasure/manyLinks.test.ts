import type { Sql } from "@hoplog/platform/postgres/sql.js";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { insertClicks, insertMisses } from "../../testing/clicks.ts";
import { makeLink, openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { linksWithRows } from "./linksWithRows.ts";
import { eraseNext } from "./worker.ts";

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
  // As if the table held them: the api's own worker would take them first.
  const passed: unknown[] = [];
  const listed: pg.Client = Object.create(database, {
    query: {
      value: (statement: string | Sql) => {
        const { text, values } = typeof statement === "string" ? { text: statement, values: [] } : statement;
        if (text.startsWith("SELECT kind, id"))
          return Promise.resolve({
            rows: all.map((id) => ({ kind: "link", id, ownerId: user.id, pass: 0, domains: [] })),
          });
        if (text.startsWith("UPDATE erasure")) passed.push(...z.array(z.string()).parse(values[1]));
        return database.query(statement);
      },
    },
  });
  expect(await eraseNext(listed, watched)).toBe(true);
  expect(passed.toSorted()).toEqual(all.toSorted());
  const erased = command.mock.calls.map(([{ query_params: params }]) => params?.["link"] ?? params?.["id"]);
  expect(new Set(erased)).toEqual(new Set([clicked.id, missed.id]));
  const links = [clicked.id, missed.id, kept.id].map((id) => ({ id, ownerId: user.id }));
  expect(await linksWithRows(clickhouse, links)).toEqual(new Set([kept.id]));
});
