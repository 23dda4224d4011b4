import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let groupId: string;
let linkId: string;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  for (const name of ["One", "Two", "Three", "Four", "Five"]) {
    const { body } = await call(api, "POST", "/api/groups", { user, body: { name } });
    groupId = (body["data"] as { _id: string })._id;
  }
  for (let n = 0; n < 5; n++) linkId = (await makeLink(api, user, { name: `Link ${n}`, groupId })).id;
  const clicks = Array.from({ length: 5 }, (_, n) => ({ at: `2026-05-06T00:00:0${n}.000Z` }));
  await insertClicks(
    api,
    clicks.map((click) => ({ ownerId: user.id, linkId, ...click })),
  );
});

interface Page {
  readonly data: unknown;
  readonly pagination: {
    readonly total: number | null;
    readonly page: number | null;
    readonly nextCursor: string | null;
  };
}

const idsIn = (text: string): string[] => text.match(/"(?:_id|clickId|id)":"[0-9a-f-]{36}"/g) ?? [];

const get = async (path: string) => {
  const { status, body } = await call(api, "GET", path, { user });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body as unknown as Page;
};

describe("a list", () => {
  it.each([
    ["/api/urls?", (page: Page) => page.data],
    ["/api/urls?sort=name&order=asc&", (page: Page) => page.data],
    ["/api/urls?sort=clicks&", (page: Page) => page.data],
    ["/api/urls?search=link&", (page: Page) => page.data],
    ["/api/groups?", (page: Page) => page.data],
    ["/api/groups/GROUP/stats?", (page: Page) => (page.data as { urls: unknown }).urls],
    ["/api/urls/LINK/click-logs?", (page: Page) => (page.data as { clickLogs: unknown }).clickLogs],
  ])("%s is read to its end behind cursors, as by its pages", async (address, rowsOf) => {
    const path = address.replace("GROUP", groupId).replace("LINK", linkId);
    const shown = (page: Page) => (rowsOf(page) as unknown[]).map((row) => JSON.stringify(row));
    const all = shown(await get(`${path}limit=10`));
    expect(all).toHaveLength(5);
    const numbered = await get(`${path}limit=2&page=2`);
    expect(shown(numbered)).toEqual(all.slice(2, 4));
    expect(numbered.pagination).toMatchObject({ page: 2, pages: 3, total: 5 });
    const read: string[] = [];
    let cursor = (await get(`${path}limit=2`)).pagination.nextCursor;
    read.push(...shown(await get(`${path}limit=2`)));
    for (let pages = 1; cursor !== null; pages++) {
      expect(pages).toBeLessThan(4);
      const page: Page = await get(`${path}limit=2&after=${cursor}`);
      expect(page.pagination).toMatchObject({ page: null, limit: 2 });
      read.push(...shown(page));
      cursor = page.pagination.nextCursor;
    }
    expect(read).toEqual(all);
    expect(new Set(read.map((row) => idsIn(row)[0])).size).toBe(5);
  });

  const ofYear0 = cursorOf("0000-01-01T00:00:00.000Z", "01a21e3c-f5a5-7476-a8ef-36ee5fb5c225");

  it.each(["", "nonsense", "WyJhIiwiYiJd", ofYear0])("refuses %o for a cursor", async (cursor) => {
    for (const path of ["/api/urls", "/api/groups", `/api/urls/${linkId}/click-logs`]) {
      const answer = await call(api, "GET", `${path}?after=${cursor}`, { user });
      expect(answer).toMatchObject({
        status: 422,
        body: { error: { message: "Invalid cursor. Use a cursor from the same list with the same sort order" } },
      });
    }
  });

  it("refuses a cursor of another order", async () => {
    const { pagination } = await get("/api/urls?limit=1&sort=name");
    const answer = await call(api, "GET", `/api/urls?after=${pagination.nextCursor}`, { user });
    expect(answer.status).toBe(422);
  });

  it.each(["name", "note"])("refuses a cursor by %s that nothing can stand behind", async (sort) => {
    const after = cursorOf(sort, "0a\0b", "01a21e3c-f5a5-7476-a8ef-36ee5fb5c225");
    const answer = await call(api, "GET", `/api/urls?sort=${sort}&order=asc&after=${after}`, { user });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { message: "Invalid cursor. Use a cursor from the same list with the same sort order" } },
    });
  });
});

function cursorOf(...parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}
