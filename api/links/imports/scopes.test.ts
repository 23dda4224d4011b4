import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { inject } from "../../testing/inject.ts";
import { call, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
});

async function keyFor(...scopes: string[]): Promise<TestUser> {
  const { body } = await call(api, "POST", "/api/keys", { user: ada, body: { name: "Program", scopes } });
  const { key } = z.object({ data: z.object({ key: z.string() }) }).parse(body).data;
  return { ...ada, accessToken: key };
}
const post = (path: string, body: object, user: TestUser) => call(api, "POST", `/api/imports${path}`, { user, body });
const idOf = ({ body }: { body: object }) => z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
/** Returns the response statuses of uploading a part, completing the file and starting the import. */
async function goOn(id: string, user: TestUser) {
  const part = await inject(api, {
    method: "PUT",
    url: `/api/imports/${id}/file?part=1`,
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" },
    payload: "name,url,group,tags\nOne,https://example.com/1,New,new\n",
  });
  const complete = await post(`/${id}/complete`, { parts: 1 }, user);
  await vi.waitFor(async () => {
    const { body } = await call(api, "GET", `/api/imports/${id}`, { user: ada });
    expect(body).toMatchObject({ data: { state: complete.status === 200 ? "ready" : "reading" } });
  }, 60_000);
  return [part.statusCode, complete.status, (await post(`/${id}/start`, {}, user)).status];
}

it("an import that makes groups and tags is gone on with by nobody who may not make them", async () => {
  const id = idOf(await post("", { source: "csv" }, ada));
  for (const scopes of [["links:write"], ["links:write", "tags:write"], ["links:write", "groups:write"]]) {
    expect(await goOn(id, await keyFor(...scopes))).toEqual([403, 403, 403]);
  }
  expect(await goOn(id, await keyFor("links:write", "groups:write", "tags:write"))).toEqual([200, 200, 200]);
});
