import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
  eve = await signUp(api);
});

interface Entry {
  version: number;
  type: string;
  revertible: boolean;
}

const edit = (id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user: ada, body });
const history = async (id: string) =>
  (await call(api, "GET", `/api/urls/${id}/history`, { user: ada })).body["data"] as Entry[];
const revert = (id: string, version: unknown, user: TestUser | null = ada) =>
  call(api, "POST", `/api/urls/${id}/revert`, { ...(user && { user }), body: { version } });

describe("a link's history", () => {
  it("says who changed what, when, from what to what, oldest first", async () => {
    const group = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Press" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const { id, code } = await makeLink(api, ada, { name: "Docs" });
    await edit(id, { name: "Manual", originalUrl: "https://example.org/", groupId });
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user: ada });
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(await history(id)).toEqual([
      {
        version: 1,
        at,
        by: "Ada Lovelace",
        type: "LinkCreated",
        changes: [
          { field: "name", from: null, to: "Docs" },
          { field: "originalUrl", from: null, to: "https://example.com/" },
          { field: "shortUrl", from: null, to: code },
        ],
        revertible: false,
      },
      {
        version: 4,
        at,
        by: "Ada Lovelace",
        type: "LinkEdited",
        changes: [
          { field: "name", from: "Docs", to: "Manual" },
          { field: "originalUrl", from: "https://example.com/", to: "https://example.org/" },
          { field: "group", from: null, to: "Press" },
        ],
        revertible: true,
      },
      {
        version: 5,
        at,
        by: "Ada Lovelace",
        type: "LinkDeactivated",
        changes: [{ field: "isActive", from: "true", to: "false" }],
        revertible: true,
      },
    ]);
    const { body } = await graphql(
      api,
      "query ($id: UUID!) { link(id: $id) { history { version by type changes { field from to } revertible } } }",
      { id },
      ada,
    );
    expect(body).toMatchObject({ data: { link: { history: [{ version: 1 }, { version: 4 }, { version: 5 }] } } });
  });
});

describe("a revert", () => {
  it("sets back what one edit changed, and can be reverted itself", async () => {
    const { id } = await makeLink(api, ada, { name: "Docs" });
    await edit(id, { name: "Manual", originalUrl: "https://example.org/" });
    await edit(id, { name: "Handbook" });
    const reverted = await revert(id, 3);
    expect(reverted).toMatchObject({
      status: 200,
      body: { success: true, data: { name: "Docs", originalUrl: "https://example.com/" } },
    });
    const entries = await history(id);
    expect(entries.map(({ version, revertible }) => [version, revertible])).toEqual([
      [1, false],
      [3, false],
      [4, true],
      [6, true],
    ]);
    const back = await graphql(
      api,
      "mutation ($id: UUID!) { revertLink(id: $id, version: 6) { name originalUrl } }",
      { id },
      ada,
    );
    expect(back.body).toEqual({ data: { revertLink: { name: "Handbook", originalUrl: "https://example.org/" } } });
  });

  it("switches back on, and leaves out a group that is gone", async () => {
    const group = await call(api, "POST", "/api/groups", { user: ada, body: { name: "Gone" } });
    const groupId = (group.body["data"] as { _id: string })._id;
    const { id } = await makeLink(api, ada, { groupId });
    await call(api, "PUT", "/api/urls/bulk", { user: ada, body: { urlIds: [id], isActive: false, groupId: null } });
    await call(api, "DELETE", `/api/groups/${groupId}`, { user: ada });
    expect((await revert(id, 3)).body).toMatchObject({ data: { isActive: true, groupId: null } });
  });

  it("is refused for a code that another link has by now", async () => {
    const { id } = await makeLink(api, ada, { shortUrl: "history-1" });
    await edit(id, { shortUrl: "history-2" });
    await makeLink(api, ada, { shortUrl: "history-1" });
    expect(await revert(id, 2)).toMatchObject({
      status: 409,
      body: { error: { type: "CONFLICT_ERROR", details: { field: "shortUrl" } } },
    });
  });

  it.each([1, 99, 0, "2", null, 1.5])("is refused for version %j", async (version) => {
    const { id } = await makeLink(api, ada);
    expect(await revert(id, version)).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
  });

  it("needs a token and a link of one's own", async () => {
    const { id } = await makeLink(api, ada);
    await edit(id, { name: "Other" });
    expect((await revert(id, 2, null)).status).toBe(401);
    expect((await revert(id, 2, eve)).status).toBe(404);
    expect((await revert("nothing", 2)).status).toBe(404);
    expect((await call(api, "GET", `/api/urls/${id}/history`)).status).toBe(401);
    expect((await call(api, "GET", `/api/urls/${id}/history`, { user: eve })).status).toBe(404);
    expect((await call(api, "GET", `/api/urls/x/history`, { user: ada })).status).toBe(404);
  });
});

describe("the history of a link whose events have no command ids", () => {
  it("puts together what one person did at one time, and reverts it", async () => {
    const { id } = await makeLink(api, ada, { name: "Docs" });
    await edit(id, { name: "Manual", originalUrl: "https://example.org/" });
    const database = new pg.Client({ connectionString: api.databaseUrl });
    await database.connect();
    await database.query(sql`UPDATE event SET meta = meta - 'commandId' WHERE stream_id = ${id}`);
    await database.end();
    await edit(id, { name: "Handbook" });
    const versions = (await history(id)).map(({ version, type }) => [version, type]);
    expect(versions).toEqual([
      [1, "LinkCreated"],
      [3, "LinkEdited"],
      [4, "LinkRenamed"],
    ]);
    expect((await revert(id, 3)).body).toMatchObject({ data: { name: "Docs", originalUrl: "https://example.com/" } });
  });
});
