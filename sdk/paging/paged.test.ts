import { expect, test } from "vitest";
import { createClient } from "../index.ts";
import { type Handler, openServer } from "../testing/server.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function open(handler: Handler) {
  const server = await openServer(handler);
  return { server, client: createClient({ url: server.url }) };
}

/** Serves three pages of links, with two links each except the last. */
const links: Handler = ({ url }) => {
  const { searchParams } = new URL(url, "http://x");
  const after = searchParams.get("after");
  const page = after === null ? Number(searchParams.get("page") ?? 1) : Number(after.slice(1)) + 1;
  const ids = page < 3 ? [page * 2 - 1, page * 2] : [5];
  const counted = after === null ? { page, total: 5, pages: 3 } : { page: null, total: null, pages: null };
  const pagination = { ...counted, limit: 2, nextCursor: page < 3 ? `c${page}` : null };
  return { success: true, data: ids.map((id) => ({ _id: String(id) })), pagination };
};

test("a list in pages gives all its items, from the page that the query names on", async () => {
  const { server, client } = await open(links);
  const found = client.links.list({ search: "x" });
  expect(server.received).toEqual([]);
  expect((await all(found)).map(({ _id }) => _id)).toEqual(["1", "2", "3", "4", "5"]);
  expect((await all(client.links.list({ page: 2 }))).map(({ _id }) => _id)).toEqual(["3", "4", "5"]);
  expect(server.received.map(({ url }) => url)).toEqual([
    "/api/urls?search=x",
    "/api/urls?search=x&after=c1",
    "/api/urls?search=x&after=c2",
    "/api/urls?page=2",
    "/api/urls?after=c2",
  ]);
});

test("whoever has enough asks for no more, and a page says how to go on", async () => {
  const { server, client } = await open(links);
  for await (const { _id } of client.links.list()) if (_id === "2") break;
  expect(server.received).toHaveLength(1);
  const { items, next, answer } = await client.links.list({ page: 2 }).page();
  expect(items).toHaveLength(2);
  expect(answer.pagination.total).toBe(5);
  expect(next).toEqual({ after: "c2" });
  expect((await all(client.links.list({ page: 3 }).pages())).map((page) => page.next)).toEqual([null]);
});

test("a list inside the data, with what stands beside it", async () => {
  const { client } = await open(() => ({
    success: true,
    data: { clickLogs: [{ _id: "c" }], stats: { totalClicks: 1 } },
    pagination: { page: 1, limit: 10, total: 1, pages: 1, nextCursor: null },
  }));
  const page = await client.links.clickLogs("1").page();
  expect(page.items).toEqual([{ _id: "c" }]);
  expect(page.answer.data.stats.totalClicks).toBe(1);
});

test("a list with a cursor goes on until there is none", async () => {
  const { server, client } = await open((_request, _response, index) => ({
    success: true,
    data: [{ position: index }],
    next: index < 2 ? index + 1 : null,
  }));
  expect(await all(client.imports.rows("1", { only: "losses" }))).toHaveLength(3);
  expect(server.received.at(-1)?.url).toBe("/api/imports/1/rows?only=losses&after=2");
});

test("a list that goes back in time goes on from its last item, until nothing comes", async () => {
  const { server, client } = await open((_request, _response, index) => ({
    success: true,
    data: index < 2 ? [{ startAt: `2026-11-2${5 - index}` }] : [],
  }));
  expect(await all(client.clickExports.files("1"))).toHaveLength(2);
  expect(server.received.at(-1)?.url).toBe("/api/exports/1/files?before=2026-11-24");
  const { client: other, server: messages } = await open((_request, _response, index) => ({
    success: true,
    data: index < 1 ? [{ _id: "m2" }, { _id: "m1" }] : [],
  }));
  expect(await all(other.webhooks.messages("1"))).toHaveLength(2);
  expect(messages.received.at(-1)?.url).toBe("/api/webhooks/1/messages?before=m1");
});

test("a server that says the same again and again doesn't hold anybody for ever", async () => {
  const { server, client } = await open(() => ({ success: true, data: [{ position: 1 }], next: 7 }));
  await all(client.imports.rows("1"));
  expect(server.received).toHaveLength(2);
});
