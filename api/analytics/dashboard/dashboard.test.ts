import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { dayOf } from "../../clicks/counts/range.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { useVisits } from "../../testing/caps.ts";
import { ownerOf } from "../../testing/member.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { dashboard } from "./dashboard.ts";
import { growthPercent, growthPeriods, percent } from "./growth.ts";

let api: TestApi;
let user: TestUser;
const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const group = await call(api, "POST", "/api/groups", { user, body: { name: "Press" } });
  const groupId = (group.body["data"] as { _id: string })._id;
  const links = new Map<string, string>();
  for (const name of ["one", "two", "three", "four", "five", "six"]) {
    const { id } = await makeLink(api, user, name === "one" ? { name, groupId } : { name });
    links.set(name, id);
  }
  await call(api, "PATCH", `/api/urls/${links.get("six")}/toggle-status`, { user });
  const click = (name: string, at: string, isBot = false) => ({
    ownerId: user.id,
    linkId: links.get(name) ?? "",
    at,
    isBot,
  });
  await insertClicks(api, [
    ...Array.from({ length: 3 }, () => click("one", ago(0))),
    click("two", ago(0)),
    click("six", ago(0)),
    click("three", ago(0), true),
    // The time is a whole day inside the previous period, so that the figure does not depend on the time of day.
    click("one", ago(8 * day)),
    click("two", ago(8 * day)),
    click("one", ago(40 * day)),
  ]);
});

describe("GET /api/dashboard", () => {
  it("shows true figures", async () => {
    const { status, body } = await call(api, "GET", "/api/dashboard", { user });
    expect(status).toBe(200);
    expect(body["data"]).toMatchObject({
      // Two of the five active links were clicked: "one" and "two". The bot's visit and the inactive link don't count.
      overview: { totalUrls: 6, totalClicks: 8, totalGroups: 1, activeUrls: 5, expiredUrls: 1, averageCTR: 40 },
      growth: { urls: null, clicks: 150, groups: null, ctr: null },
      topPerforming: [{ name: "one", noOfClicks: 5 }, { name: "two", noOfClicks: 2 }, { name: "six" }, {}, {}],
      groupSummary: [{ name: "Press", urlCount: 1, totalClicks: 5 }],
    });
    const names = (body["data"] as { recentActivity: { name: string }[] }).recentActivity.map(({ name }) => name);
    expect(names).toEqual(["six", "five", "four", "three", "two"]);
  });

  it("counts a link that has expired or is used up with those that are switched off, as lists do", async () => {
    const owner = await signUp(api);
    const [on, off, over, later, full, free] = await Promise.all([1, 2, 3, 4, 5, 6].map(() => makeLink(api, owner)));
    const edit = (id = "", body = {}) => call(api, "PUT", `/api/urls/${id}`, { user: owner, body });
    await edit(over?.id, { expiresAt: ago(minute) });
    await edit(later?.id, { notBefore: ago(-minute), expiresAt: ago(-2 * minute) });
    await call(api, "PATCH", `/api/urls/${off?.id}/toggle-status`, { user: owner });
    for (const link of [full, free]) await edit(link?.id, { maxClicks: 2 });
    await useVisits(api, full?.id ?? "", 2);
    await useVisits(api, free?.id ?? "", 1);
    const clicked = [on, over, full, free].map((link) => ({ ownerId: owner.id, linkId: link?.id ?? "", at: ago(0) }));
    await insertClicks(api, clicked);
    expect((await call(api, "GET", "/api/dashboard", { user: owner })).body).toMatchObject({
      data: { overview: { totalUrls: 6, activeUrls: 3, expiredUrls: 3, averageCTR: 66.7 } },
    });
    for (const sort of ["created", "name", "clicks"]) {
      for (const [isActive, links] of [
        [true, [on, later, free]],
        [false, [off, over, full]],
      ] as const) {
        const { body } = await call(api, "GET", `/api/urls?isActive=${isActive}&sort=${sort}`, { user: owner });
        const ids = (body["data"] as { _id: string }[]).map(({ _id }) => _id);
        expect(ids.toSorted()).toEqual(links.map((link) => link?.id).toSorted());
        expect(body["pagination"]).toMatchObject({ total: 3 });
      }
    }
    const states = await graphql(api, "{ links { edges { node { id state } } } }", {}, owner);
    const nodes = {
      [on?.id ?? ""]: "active",
      [off?.id ?? ""]: "inactive",
      [over?.id ?? ""]: "expired",
      [later?.id ?? ""]: "scheduled",
      [full?.id ?? ""]: "usedUp",
      [free?.id ?? ""]: "active",
    };
    expect(states.body).toMatchObject({
      data: {
        links: { edges: expect.arrayContaining(Object.entries(nodes).map(([id, state]) => ({ node: { id, state } }))) },
      },
    });
  });

  it("counts bots on request, and is empty for a new account", async () => {
    expect((await call(api, "GET", "/api/dashboard?bots=true", { user })).body).toMatchObject({
      data: { overview: { totalClicks: 9, averageCTR: 60 } },
    });
    const empty = await call(api, "GET", "/api/dashboard", { user: await signUp(api) });
    expect(empty.body).toEqual({
      success: true,
      data: {
        overview: { totalUrls: 0, totalClicks: 0, totalGroups: 0, activeUrls: 0, expiredUrls: 0, averageCTR: 0 },
        growth: { urls: null, clicks: null, groups: null, ctr: null },
        recentActivity: [],
        topPerforming: [],
        groupSummary: [],
      },
    });
  });

  it("needs a token, and a time zone that is one", async () => {
    for (const path of ["/api/dashboard", "/api/dashboard/analytics"]) {
      expect((await call(api, "GET", path)).status).toBe(401);
      expect((await call(api, "GET", `${path}?tz=Nowhere`, { user })).status).toBe(422);
      expect((await call(api, "GET", `${path}?bots=some`, { user })).status).toBe(422);
    }
    expect((await call(api, "GET", "/api/dashboard/analytics?period=1y", { user })).status).toBe(422);
  });
});

describe("GET /api/dashboard/analytics", () => {
  it("holds each of the last seven days of the time zone, with zeros", async () => {
    for (const tz of ["UTC", "Pacific/Auckland"]) {
      const { body } = await call(api, "GET", `/api/dashboard/analytics?tz=${tz}`, { user });
      const data = body["data"] as { clicksByDate: { _id: string; clicks: number }[] };
      expect(data.clicksByDate).toHaveLength(7);
      expect(data.clicksByDate.at(-1)).toEqual({ _id: dayOf(new Date(), tz), clicks: 5 });
      expect(data.clicksByDate[0]?.clicks).toBe(0);
      expect(body).toMatchObject({
        data: {
          period: "7d",
          groupDistribution: [
            { groupName: "No Group", count: 5 },
            { groupName: "Press", count: 1 },
          ],
        },
      });
      const urls = (body["data"] as { urlsByDate: { _id: string; count: number }[] }).urlsByDate;
      expect(urls.at(-1)).toEqual({ _id: dayOf(new Date(), tz), count: 6 });
    }
  });

  it.each([
    ["24h", 2, 5],
    ["30d", 30, 7],
    ["90d", 90, 8],
  ])("goes back %s", async (period, days, clicks) => {
    const { body } = await call(api, "GET", `/api/dashboard/analytics?period=${period}`, { user });
    const { clicksByDate } = body["data"] as { clicksByDate: { clicks: number }[] };
    expect(clicksByDate).toHaveLength(days);
    expect(clicksByDate.reduce((sum, one) => sum + one.clicks, 0)).toBe(clicks);
  });
});

describe("a figure", () => {
  it("that needs no clicks is shown while ClickHouse can't be reached", async () => {
    const clickhouse = createClickHouse({ clickHouseUrl: "http://127.0.0.1:1", database: "none", application: "test" });
    const services = { ...api.services, clickhouse };
    const { overview, growth } = dashboard(services, { member: ownerOf(user.id), tz: "UTC", bots: false });
    expect([await overview.totalUrls(), await overview.expiredUrls(), await growth.groups()]).toEqual([6, 1, null]);
    await clickhouse.close();
  });
});

describe("growth", () => {
  it("compares with the same stretch of the seven days before, also over a change of the clocks", () => {
    expect(growthPeriods(new Date("2026-11-21T15:30:00.000Z"), "UTC")).toEqual({
      current: { from: new Date("2026-11-15T00:00:00.000Z"), to: new Date("2026-11-21T15:30:00.000Z") },
      previous: { from: new Date("2026-11-08T00:00:00.000Z"), to: new Date("2026-11-14T15:30:00.000Z") },
    });
    const { current, previous } = growthPeriods(new Date("2026-10-27T11:00:00.000Z"), "Europe/Berlin");
    expect(current.from).toEqual(new Date("2026-10-20T22:00:00.000Z"));
    expect(previous.to).toEqual(new Date("2026-10-20T10:00:00.000Z"));
    // The time is in the last half hour of a 25-hour day.
    const longDay = growthPeriods(new Date("2026-10-25T22:45:00.000Z"), "Europe/Berlin");
    expect(longDay.previous.to).toEqual(new Date("2026-10-18T21:45:00.000Z"));
  });

  it("is nothing where there was nothing, and has one decimal", () => {
    expect(growthPercent(5, 0)).toBeNull();
    expect(growthPercent(2, 3)).toBe(-33.3);
    expect(percent(0, 0)).toBe(0);
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (part, rest) => {
        const share = percent(part, part + rest);
        return share >= 0 && share <= 100;
      }),
    );
  });
});
