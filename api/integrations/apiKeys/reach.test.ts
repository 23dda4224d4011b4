import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

// Tests API keys restricted to a group or tag that is then deleted. Deleting a group or tag writes no link events.

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
});
beforeEach(async () => {
  user = await signUp(api);
});

type Which = "group" | "tag";
const name = "Campaign";

/** Creates a link in the group or with the tag, and a user with a key that is restricted to it. */
async function bound(which: Which) {
  const group = await call(api, "POST", "/api/groups", { user, body: { name } });
  const groupId = (group.body["data"] as { _id: string })._id;
  const link = await makeLink(api, user, { groupId, tags: [name] });
  await makeLink(api, user, { tags: ["More"] });
  const scopes = ["links:write", "stats:read"];
  const body = { name: "Program", scopes, ...(which === "group" ? { groupId } : { tag: name }) };
  const { key } = (await call(api, "POST", "/api/keys", { user, body })).body["data"] as { key: string };
  return { id: link.id, groupId, program: { ...user, accessToken: key } };
}

async function remove(which: Which, groupId: string): Promise<void> {
  const { body } = await call(api, "GET", "/api/tags", { user });
  const tag = (body["data"] as { _id: string; name: string }[]).find((one) => one.name === name);
  const url = which === "group" ? `/api/groups/${groupId}` : `/api/tags/${tag?._id}`;
  expect((await call(api, "DELETE", url, { user })).status).toBe(200);
}

const calls: [string, "GET" | "PUT" | "POST" | "PATCH" | "DELETE", string, ((id: string) => object)?][] = [
  ["reads", "GET", "/api/urls/:id"],
  ["edits", "PUT", "/api/urls/:id", () => ({ name: "Taken over" })],
  ["tags", "PUT", "/api/urls/:id", () => ({ tags: ["More"] })],
  ["switches", "PATCH", "/api/urls/:id/toggle-status"],
  ["reverts", "POST", "/api/urls/:id/revert", () => ({ version: 2 })],
  ["switches many", "PUT", "/api/urls/bulk", (id) => ({ urlIds: [id], isActive: false })],
  [
    "switches many, by ids in upper case,",
    "PUT",
    "/api/urls/bulk",
    (id) => ({ urlIds: [id.toUpperCase()], isActive: false }),
  ],
  ["tags many", "PUT", "/api/urls/bulk", (id) => ({ urlIds: [id], addTags: ["More"] })],
  ["deletes", "DELETE", "/api/urls/:id"],
];

const mutations: [string][] = [
  ['updateLink(id: $id, input: { name: "Taken over" }) { id }'],
  ["setLinkActive(id: $id, active: false) { id }"],
  ["bulkUpdateLinks(ids: [$id], isActive: false) { id }"],
  ["bulkDeleteLinks(ids: [$id])"],
  ["deleteLink(id: $id)"],
];

describe.each<Which>(["group", "tag"])("a key for the links of one %s", (which) => {
  it.each(calls)(`%s none of them without that ${which}`, async (_what, method, url, body) => {
    const { id, groupId, program } = await bound(which);
    await call(api, "PUT", `/api/urls/${id}`, { user, body: { name: "Renamed" } });
    await remove(which, groupId);
    const sent = { user: program, ...(body && { body: body(id) }) };
    const answer = await call(api, method, url.replace(":id", id), sent);
    expect(answer).toMatchObject({ status: 404, body: { error: { message: "Link not found" } } });
    const { data } = (await call(api, "GET", `/api/urls/${id}`, { user })).body;
    expect(data).toMatchObject({ name: "Renamed", isActive: true, tags: which === "tag" ? [] : [name] });
  });

  it.each(mutations)(`may do %s, but not without that ${which}`, async (mutation) => {
    const { id, groupId, program } = await bound(which);
    const kept = await makeLink(api, user, { groupId, tags: [name] });
    const run = (linkId: string) =>
      graphql(api, `mutation ($id: UUID!) { done: ${mutation} }`, { id: linkId }, program);
    expect((await run(kept.id)).body).not.toHaveProperty("errors");
    await remove(which, groupId);
    expect((await run(id)).body).toMatchObject({ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] });
    expect((await call(api, "GET", `/api/urls/${id}`, { user })).body["data"]).toMatchObject({ isActive: true });
  });
});

describe("external ids, which are the whole workspace's,", () => {
  it.each<Which>(["group", "tag"])(
    "aren't given by a key for one %s: it would learn of those of others",
    async (which) => {
      const { id, groupId, program } = await bound(which);
      await makeLink(api, user, { externalId: "crm-1" });
      await call(api, "PUT", `/api/urls/${id}`, { user, body: { externalId: "own-1" } });
      const originalUrl = "https://example.com/of-a-program";
      const answers = await Promise.all(
        ["crm-1", "crm-2"].map(async (externalId) => {
          const made = await call(api, "POST", "/api/urls", { user: program, body: { name, originalUrl, externalId } });
          const edited = await call(api, "PUT", `/api/urls/${id}`, { user: program, body: { externalId } });
          return [made, edited].map(({ status, body }) => ({ status, message: body["message"] }));
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject([{ status: 403 }, { status: 403 }]);
      // A restricted key may send the link's external id or clear it. A revert does not restore a cleared external id.
      for (const externalId of ["own-1", null]) {
        const kept = await call(api, "PUT", `/api/urls/${id}`, { user: program, body: { externalId, name: "Kept" } });
        expect(kept).toMatchObject({ status: 200 });
      }
      const { body } = await call(api, "GET", `/api/urls/${id}/history`, { user });
      const version = Math.max(...(body["data"] as { version: number }[]).map((edit) => edit.version));
      const revert = { user: program, body: { version } };
      expect(await call(api, "POST", `/api/urls/${id}/revert`, revert)).toMatchObject({ status: 403 });
      expect((await call(api, "GET", `/api/urls?groupId=${groupId}`, { user })).body["data"]).toMatchObject([
        { externalId: null },
      ]);
    },
  );
});
