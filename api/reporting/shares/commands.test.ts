import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { call, makeLink, sharedTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

describe("sharing a page", () => {
  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(limits.shareNameMax + 1) }, "name"],
    [{ target: "world" }, "target"],
    [{ target: "link" }, "targetId"],
    [{ target: "workspace", targetId: "01900000-0000-7000-8000-000000000000" }, "targetId"],
    [{ figures: [] }, "figures"],
    [{ figures: ["clicks", "emails"] }, "figures"],
    [{ dimensions: ["link"] }, "dimensions"],
    [{ dimensions: ["rule"] }, "dimensions"],
    [{ dimensions: Array.from({ length: 1000 }, () => "country") }, "dimensions"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ timeZone: "+05:30" }, "timeZone"],
    [{ from: "1970-01-01T00:00:00Z" }, "from"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    [{ password: "short" }, "password"],
    [{ password: "x".repeat(limits.sharePasswordMax + 1) }, "password"],
    [{ origins: ["*"] }, "origins"],
    [{ origins: ["https://*.example.com"] }, "origins"],
    [{ origins: ["https://example.com/path"] }, "origins"],
    [{ origins: ["https://a.example; script-src *"] }, "origins"],
    [{ origins: ["javascript:alert(1)"] }, "origins"],
    [{ origins: ["data:text/html,x"] }, "origins"],
    [{ origins: Array.from({ length: limits.shareOrigins + 1 }, (_, i) => `https://${i}.example`) }, "origins"],
  ])("refuses %j", async (body, field) => {
    const user = await signUp(api);
    const answer = await call(api, "POST", "/api/shares", {
      user,
      body: { name: "Campaign", target: "workspace", ...body },
    });
    expect(answer).toMatchObject({ status: 422, body: { error: { details: { fields: [{ field }] } } } });
  });

  it("is bounded for each workspace, and of one's own things alone", async () => {
    const user = await signUp(api);
    const theirs = await makeLink(api, await signUp(api));
    const wanted = { name: "Theirs", target: "link", targetId: theirs.id };
    expect((await call(api, "POST", "/api/shares", { user, body: wanted })).status).toBe(404);
    const asGroup = { name: "Theirs", target: "group", targetId: theirs.id };
    expect((await call(api, "POST", "/api/shares", { user, body: asGroup })).status).toBe(404);
    await api.services.reads.query(
      sql`INSERT INTO share SELECT gen_random_uuid(), ${user.id}, 'x', 'workspace', NULL, '{clicks}', '{}', 'UTC', NULL, NULL,
        NULL, NULL, '{}',
         gen_random_uuid()::text, 1, now(), now() FROM generate_series(1, ${limits.sharesPerWorkspace})`,
    );
    const { status, body } = await call(api, "POST", "/api/shares", {
      user,
      body: { name: "One more", target: "workspace" },
    });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { message: "A workspace can have at most 50 shared pages. Revoke one first." },
    });
  });
});
