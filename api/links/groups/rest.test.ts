import { beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
  eve = await signUp(api);
});

describe("groups over REST", () => {
  it("are made, listed, renamed and deleted, and leave their links", async () => {
    const user = await signUp(api);
    const made = await call(api, "POST", "/api/groups", { user, body: { name: "Press" } });
    expect(made).toMatchObject({ status: 201, body: { data: { name: "Press", urlCount: 0 } } });
    const id = (made.body["data"] as { _id: string })._id;
    const link = await makeLink(api, user, { groupId: id });
    expect((await call(api, "GET", "/api/groups", { user })).body).toMatchObject({ data: [{ _id: id, urlCount: 1 }] });
    const renamed = await call(api, "PUT", `/api/groups/${id}`, { user, body: { name: "News" } });
    expect(renamed.body).toMatchObject({ group: { name: "News", urlCount: 1 } });
    expect((await call(api, "GET", `/api/groups/${id}`, { user: eve })).status).toBe(404);
    expect((await call(api, "DELETE", `/api/groups/${id}`, { user: eve })).status).toBe(404);
    expect((await call(api, "DELETE", `/api/groups/${id}`, { user })).status).toBe(200);
    expect((await call(api, "GET", `/api/urls/${link.id}`, { user })).body).toMatchObject({ url: { groupId: null } });
  });

  it("need a name", async () => {
    const { status, body } = await call(api, "POST", "/api/groups", { user: ada, body: { name: "  " } });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: { details: { fields: [{ field: "name", message: "Group name is required" }] } },
    });
  });
});
