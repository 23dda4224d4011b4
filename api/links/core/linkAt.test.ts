import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { statesOf } from "./linkAt.ts";

let api: TestApi;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
  eve = await signUp(api);
});

const entries = z.object({ data: z.array(z.object({ at: z.string(), type: z.string() })) });

const edit = (id: string, body: object) => call(api, "PUT", `/api/urls/${id}`, { user: ada, body });
const timesOf = async (id: string) =>
  entries.parse((await call(api, "GET", `/api/urls/${id}/history`, { user: ada })).body).data.map(({ at }) => at);
const then = (id: string, time: string, user: TestUser | null = ada) =>
  call(api, "GET", `/api/urls/${id}/at?time=${time}`, user ? { user } : {});

describe("a link as it was", () => {
  it("is what its events say up to a moment, with what is different now", async () => {
    const { id, code } = await makeLink(api, ada, { name: "Docs", password: "secret word" });
    await edit(id, { originalUrl: "https://example.org/", redirectStatus: 301 });
    await call(api, "PATCH", `/api/urls/${id}/toggle-status`, { user: ada });
    await edit(id, { name: "Manual", password: null });
    const [made = "", retargeted = "", switchedOff = ""] = await timesOf(id);
    expect((await then(id, made)).body["data"]).toMatchObject({
      at: made,
      version: 1,
      name: "Docs",
      originalUrl: "https://example.com/",
      shortUrl: code,
      groupId: null,
      isActive: true,
      state: "active",
      hasPassword: true,
      differences: expect.arrayContaining([
        { field: "name", from: "Docs", to: "Manual" },
        { field: "originalUrl", from: "https://example.com/", to: "https://example.org/" },
        { field: "isActive", from: "true", to: "false" },
        { field: "redirectStatus", from: "302", to: "301" },
      ]),
    });
    expect(JSON.stringify((await then(id, made)).body)).not.toContain("secret word");
    expect((await then(id, retargeted)).body["data"]).toMatchObject({
      originalUrl: "https://example.org/",
      redirectStatus: 301,
      isActive: true,
    });
    expect((await then(id, switchedOff)).body["data"]).toMatchObject({ name: "Docs", state: "inactive" });
    const now = await then(id, new Date().toISOString());
    expect(now.body["data"]).toMatchObject({ name: "Manual", differences: [] });
  });

  it("can be asked for over GraphQL, in words", async () => {
    const { id } = await makeLink(api, ada, { name: "Docs" });
    await edit(id, { name: "Manual" });
    const [made] = await timesOf(id);
    const query = `query ($id: UUID!, $at: DateTime!) {
      linkAt(id: $id, at: $at) { name values { field value } differences { field from to } } }`;
    const { body } = await graphql(api, query, { id, at: made }, ada);
    expect(body).toMatchObject({
      data: {
        linkAt: {
          name: "Docs",
          values: expect.arrayContaining([{ field: "name", value: "Docs" }]),
          differences: [{ field: "name", from: "Docs", to: "Manual" }],
        },
      },
    });
  });

  it("is nothing before it was made, in the future, after its deletion, and for others", async () => {
    const { id } = await makeLink(api, ada);
    const [made = ""] = await timesOf(id);
    const refused = { status: 422, body: { error: { type: "VALIDATION_ERROR" } } };
    expect(await then(id, new Date(Date.parse(made) - 1).toISOString())).toMatchObject(refused);
    expect(await then(id, "2999-01-01T00:00:00.000Z")).toMatchObject(refused);
    expect(await then(id, "yesterday")).toMatchObject(refused);
    expect(await call(api, "GET", `/api/urls/${id}/at`, { user: ada })).toMatchObject(refused);
    expect(await then(id, made, eve)).toMatchObject({ status: 404, body: { error: { type: "NOT_FOUND_ERROR" } } });
    expect((await then(id, made, null)).status).toBe(401);
    await call(api, "DELETE", `/api/urls/${id}`, { user: ada });
    expect((await then(id, made)).status).toBe(404);
  });
});

describe("the states of a stream", () => {
  const linkId = "01900000-0000-7000-8000-000000000001";
  const at = (minute: number) => `2026-11-21T10:0${minute}:00.000Z`;
  const created: LinkEvent = {
    type: "LinkCreated",
    version: 1,
    data: {
      linkId,
      ownerId: linkId,
      at: at(1),
      name: "A",
      code: "a",
      originalUrl: "https://a.example/",
      groupId: null,
    },
  };
  const renamed = (from: string, to: string, minute: number): LinkEvent => ({
    type: "LinkRenamed",
    version: 1,
    data: { linkId, from, to, at: at(minute) },
  });

  it.each([
    [0, { status: "none" }, 0],
    [1, { name: "A" }, 1],
    [3, { name: "B" }, 2],
    // The clock was set back: an event gets the time of the event before it if that is later.
    [4, { name: "B" }, 2],
    [6, { name: "D" }, 4],
  ])("are those up to minute %i in the stream's order", async (minute, state, version) => {
    const events = [created, renamed("A", "B", 3), renamed("B", "C", 5), renamed("C", "D", 4)];
    const states = await statesOf(events, new Date(at(minute)));
    expect(states).toMatchObject({ then: state, version, now: { name: "D" } });
  });
});
