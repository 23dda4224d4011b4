import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openServices } from "../../boot/openServices.ts";
import {
  call,
  makeLink,
  openTestApi,
  signUp,
  type TestApi,
  type TestUser,
  testSettings,
} from "../../testing/testApi.ts";
import { createLink } from "./create.ts";
import { ownerOf } from "../../testing/member.ts";

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  ada = await signUp(api);
});
afterAll(() => api.close());

let places = 0;
const newUrl = () => `https://example.com/find/${++places}`;

/** Finds or creates a link, and returns its id and whether it was created. */
async function ask(user: TestUser, originalUrl: string, more: object = {}) {
  const body = { name: "Found", originalUrl, findOrCreate: true, ...more };
  const { status, body: answer } = await call(api, "POST", "/api/urls", { user, body });
  const { data, created } = z
    .object({ data: z.object({ _id: z.string() }), created: z.boolean().optional() })
    .parse(answer);
  expect(status).toBe(created ? 201 : 200);
  return { id: data._id, created };
}

describe("finding or making a link", () => {
  it("makes one where there is none, and answers with it from then on, as it is stored", async () => {
    const made = await ask(ada, "https://EXAMPLE.com/find/a b");
    expect(made.created).toBe(true);
    expect(await ask(ada, "https://example.com/find/a%20b", { name: "Another" })).toEqual({ ...made, created: false });
    expect((await ask(ada, "https://example.com/find/A%20b")).id).not.toBe(made.id);
    const eve = await signUp(api);
    expect(await ask(eve, "https://example.com/find/a%20b")).toMatchObject({ created: true });
    const { body } = await call(api, "POST", "/api/urls", { user: ada, body: { name: "n", originalUrl: newUrl() } });
    expect(body).not.toHaveProperty("created");
  });

  it("takes the oldest plain one of several, and none that doesn't lead there", async () => {
    const originalUrl = newUrl();
    await makeLink(api, ada, { originalUrl, forwardQuery: true });
    const [plain, later] = [await makeLink(api, ada, { originalUrl }), await makeLink(api, ada, { originalUrl })];
    expect(await ask(ada, originalUrl)).toEqual({ id: plain.id, created: false });
    await call(api, "PUT", "/api/urls/bulk", { user: ada, body: { urlIds: [plain.id], isActive: false } });
    expect(await ask(ada, originalUrl)).toEqual({ id: later.id, created: false });
    await call(api, "PUT", `/api/urls/${later.id}`, { user: ada, body: { originalUrl: newUrl() } });
    expect(await ask(ada, originalUrl)).not.toMatchObject({ id: later.id });
    const expired = { originalUrl: newUrl(), expiresAt: "2020-01-01T00:00:00Z" };
    await makeLink(api, ada, expired);
    expect(await ask(ada, expired.originalUrl)).toMatchObject({ created: true });
  });

  it("compares code, group and options as far as they are given", async () => {
    const originalUrl = newUrl();
    const { body } = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
    const groupId = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
    const when = { field: "country", op: "in", values: ["DE"] };
    const options = {
      expiresAt: "2099-01-01T00:00:00Z",
      maxClicks: 7,
      preview: { title: "A title" },
      rules: [{ name: "Germany", when, then: { url: "https://example.com/de" } }],
    };
    const full = await makeLink(api, ada, { originalUrl, groupId, shortUrl: "find-full", ...options });
    const found = { id: full.id, created: false };
    expect(await ask(ada, originalUrl)).toEqual(found);
    expect(await ask(ada, originalUrl, { groupId, shortUrl: "find-full", ...options })).toEqual(found);
    // The changed rule gets a new number.
    const renewed = { rules: [{ ...options.rules[0], name: "Berlin" }] };
    await call(api, "PUT", `/api/urls/${full.id}`, { user: ada, body: renewed });
    expect(await ask(ada, originalUrl, renewed)).toEqual(found);
    const others = [
      { groupId: null },
      { maxClicks: 8 },
      { rules: null },
      { preview: { title: "A" } },
      { split: null, maxClicks: null },
    ];
    for (const other of [...others, { shortUrl: "find-other" }, { appendPath: true }]) {
      const made = await ask(ada, originalUrl, other);
      expect({ other, ...made }).toMatchObject({ created: true });
      expect(await ask(ada, originalUrl, other)).toEqual({ id: made.id, created: false });
      await call(api, "DELETE", `/api/urls/${made.id}`, { user: ada });
    }
  });

  it.each([
    [{ findOrCreate: "yes" }, "findOrCreate"],
    [{ password: "open sesame" }, "findOrCreate"],
    [{ originalUrl: "nonsense" }, "originalUrl"],
    [{ name: "" }, "name"],
  ])("refuses %j", async (more, field) => {
    const body = { name: "Found", originalUrl: newUrl(), findOrCreate: true, ...more };
    const { body: answer } = await call(api, "POST", "/api/urls", { user: ada, body });
    expect(answer).toMatchObject({ error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } });
  });

  it("finds in batches too, what the same batch makes included", async () => {
    const taken = await makeLink(api, await signUp(api), {});
    const [known, originalUrl] = [newUrl(), newUrl()];
    const { id } = await makeLink(api, ada, { originalUrl: known });
    const of = (url: string, more: object = {}) => ({ name: "n", originalUrl: url, findOrCreate: true, ...more });
    const urls = [
      of(originalUrl, { shortUrl: taken.code }),
      of(originalUrl),
      of(known),
      of(originalUrl),
      { name: "n", originalUrl: known },
      of(newUrl(), { shortUrl: "find-batch" }),
      of(newUrl(), { shortUrl: "find-batch" }),
      of(known, { name: "" }),
    ];
    const { body } = await call(api, "POST", "/api/urls/batch", { user: ada, body: { urls } });
    const { data } = z
      .object({ data: z.array(z.object({ url: z.looseObject({ _id: z.string() }).optional() }).loose()) })
      .parse(body);
    expect(data).toMatchObject([
      { error: { type: "CONFLICT_ERROR" } },
      { created: true },
      { created: false, url: { _id: id } },
      { created: false, url: { originalUrl } },
      { url: { originalUrl: known } },
      { created: true, url: { shortUrl: "find-batch" } },
      { error: { type: "CONFLICT_ERROR" } },
      { error: { type: "VALIDATION_ERROR" } },
    ]);
    expect(data[4]).not.toHaveProperty("created");
    const [, second, , fourth] = data.map((answer) => answer.url?._id ?? null);
    expect(fourth).toBe(second);
  });

  it("makes one link for twenty who ask two apis at once", async () => {
    const [database, clickhouse] = [await freshDatabase(), await freshClickHouse()];
    const open = () =>
      openServices(testSettings(database, clickhouse), createLogger("api", "silent"), createRegistry("api"));
    const [first, second] = [await open(), await open()];
    try {
      const credential = { kind: "session", id: first.services.newId() } as const;
      const actor = { ...ownerOf(first.services.newId()), via: "rest", address: "127.0.0.1", credential } as const;
      const input = { name: "n", originalUrl: newUrl(), findOrCreate: true };
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, i) => createLink((i % 2 === 0 ? first : second).services, actor, input)),
      );
      expect(new Set(made.map(({ link }) => link.id)).size).toBe(1);
      expect(made.filter(({ created }) => created)).toHaveLength(1);

      expect(
        (await first.services.reads.query(sql`SELECT count(*)::int AS events FROM event WHERE type = 'LinkCreated'`))
          .rows,
      ).toEqual([{ events: 1 }]);
    } finally {
      await first.close();
      await second.close();
      await database.drop();
      await clickhouse.drop();
    }
  });
});
