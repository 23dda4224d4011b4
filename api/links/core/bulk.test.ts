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

const unknownId = "00000000-0000-4000-8000-000000000000";
const bulk = (body: object, user?: TestUser) => call(api, "PUT", "/api/urls/bulk", { body, ...(user && { user }) });
const stateOf = async (id: string) => (await call(api, "GET", `/api/urls/${id}`, { user: ada })).body["data"];

async function makeGroup(user: TestUser): Promise<string> {
  const { body } = await call(api, "POST", "/api/groups", { user, body: { name: "Press" } });
  return (body["data"] as { _id: string })._id;
}

describe("PUT /api/urls/bulk", () => {
  it("switches and moves many links at once", async () => {
    const urls = [await makeLink(api, ada), await makeLink(api, ada)];
    const urlIds = urls.map(({ id }) => id);
    const groupId = await makeGroup(ada);
    const moved = await bulk({ urlIds, isActive: false, groupId }, ada);
    expect(moved).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: urlIds.map((_id) => ({ _id, isActive: false, groupId: { _id: groupId, name: "Press" } })),
      },
    });
    const cleared = await bulk({ urlIds, groupId: null }, ada);
    expect(cleared.body).toMatchObject({ data: urlIds.map((_id) => ({ _id, isActive: false, groupId: null })) });
  });

  it("takes ids in capital letters, and answers with each link that was named", async () => {
    const urls = [await makeLink(api, ada), await makeLink(api, ada)];
    const urlIds = urls.map(({ id }) => id.toUpperCase());
    const { body } = await bulk({ urlIds, isActive: false, addTags: ["press"] }, ada);
    const data = urls.map(({ id }) => ({ _id: id, isActive: false, tags: ["press"] }));
    expect(body).toMatchObject({ data });
  });

  it("changes nothing as soon as one link is unknown or somebody else's", async () => {
    const mine = await makeLink(api, ada);
    const theirs = await makeLink(api, eve);
    for (const other of [unknownId, theirs.id]) {
      const answer = await bulk({ urlIds: [mine.id, other], isActive: false }, ada);
      expect(answer).toMatchObject({ status: 404, body: { error: { type: "NOT_FOUND_ERROR" } } });
    }
    expect(await stateOf(mine.id)).toMatchObject({ isActive: true });
  });

  it("does not know other people's groups", async () => {
    const { id } = await makeLink(api, ada);
    expect((await bulk({ urlIds: [id], groupId: await makeGroup(eve) }, ada)).status).toBe(404);
  });

  it("needs a token", async () => {
    expect((await bulk({ urlIds: [unknownId], isActive: true })).status).toBe(401);
  });

  it.each([
    [{}],
    [{ urlIds: [], isActive: true }],
    [{ urlIds: [unknownId] }],
    [{ urlIds: "all", isActive: true }],
    [{ urlIds: ["x"], isActive: true }],
    [{ urlIds: [unknownId], isActive: "yes" }],
    [{ urlIds: [unknownId], groupId: "x" }],
    [{ urlIds: Array.from({ length: 101 }, (_, i) => unknownId.slice(0, -3) + String(i + 100)), isActive: true }],
  ])("refuses %j", async (body) => {
    expect(await bulk(body, ada)).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
  });
});
