import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks, type TestClick } from "../../../testing/clicks.ts";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let links: readonly string[];
let clicks: TestClick[];

const agents = [
  { userAgent: "curl/8.5.0", botReason: "http library: curl", isBot: true },
  { userAgent: "Googlebot/2.1", botReason: "crawler: Googlebot", isBot: true },
  { userAgent: "", botReason: "no user agent", isBot: true },
  { userAgent: "Mozilla/5.0 Firefox/144.0", isBot: false },
] as const;
const networks = [
  { asn: 15_169, isp: "Google LLC" },
  { asn: 4_200_000_001, isp: "Private" },
  { asn: 0, isp: "" },
] as const;

/** Recent days, because user agents are stored for a limited time only. */
const begin = Math.floor(Date.now() / 86_400_000) - 20;
const dayAt = (day: number) => new Date((begin + day) * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const made = [await makeLink(api, user), await makeLink(api, user)];
  links = made.map(({ id }) => id);
  clicks = Array.from({ length: 120 }, (_, i) => ({
    ownerId: user.id,
    linkId: links[i % 3 === 0 ? 1 : 0] ?? "",
    at: new Date(Date.parse(dayAt(0)) + i * 3_600_000).toISOString(),
    referrer: i % 5 === 0 ? "" : `site${i % 4}.example`,
    botRules: i < 60 ? 1 : 2,
    ...(agents[i % 4] ?? agents[0]),
    ...(networks[i % 3] ?? networks[0]),
  }));
  await insertClicks(api, clicks);
});

type Wanted = (click: TestClick) => boolean;
const counted = (wanted: Wanted) => clicks.filter(wanted);
const isBot: Wanted = (click) => click.isBot === true;

function topOf(wanted: Wanted, valueOf: (click: TestClick) => string, nameOf = valueOf) {
  return Array.from(Map.groupBy(counted(wanted), valueOf), ([value, found]) => ({
    value,
    name: found.map(nameOf)[0],
    reasons: [...new Set(found.flatMap(({ botReason }) => botReason ?? []))].toSorted(),
    rulesVersions: [...new Set(found.map(({ botRules }) => botRules ?? 0))].toSorted(),
    clicks: found.length,
    lastAt: found
      .map(({ at }) => at)
      .toSorted()
      .at(-1),
  })).toSorted((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1));
}

async function get(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const { status, body } = await call(api, "GET", `${path}?${new URLSearchParams(query).toString()}`, { user });
  expect([status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body["data"];
}

describe("what was taken for bots, over REST", () => {
  const range = { startDate: dayAt(0), endDate: dayAt(4) };

  it.each<[string, () => Record<string, string>, Wanted]>([
    ["bots", () => ({}), isBot],
    ["people", () => ({ people: "true" }), (click) => !isBot(click)],
    ["one reason", () => ({ reason: "crawler: Googlebot" }), (click) => click.botReason === "crawler: Googlebot"],
    ["one agent", () => ({ agent: "curl/8.5.0" }), (click) => click.userAgent === "curl/8.5.0"],
    ["no agent", () => ({ agent: "" }), (click) => click.userAgent === ""],
    ["one network", () => ({ network: "4200000001" }), (click) => isBot(click) && click.asn === 4_200_000_001],
    ["one link", () => ({ filter: `link:is:${links[1]}` }), (click) => isBot(click) && click.linkId === links[1]],
    ["nothing", () => ({ agent: "nobody" }), () => false],
  ])("counts %s", async (_, query, wanted) => {
    const found = counted(wanted);
    const kinds = Map.groupBy(found, ({ botReason }) => (botReason ?? "").replace(/:.*/, ""));
    expect(await get("/api/bots", { ...range, ...query() })).toEqual({
      figures: {
        clicks: found.length,
        links: new Set(found.map(({ linkId }) => linkId)).size,
        kinds: query()["people"]
          ? []
          : Array.from(kinds, ([kind, of]) => ({ kind, clicks: of.length })).toSorted(
              (a, b) => b.clicks - a.clicks || (a.kind < b.kind ? -1 : 1),
            ),
      },
      chart: [0, 1, 2, 3, 4].map((day) => ({
        at: dayAt(day),
        clicks: found.filter(({ at }) => at.startsWith(dayAt(day))).length,
      })),
    });
  });

  it("lists reasons, agents, networks and referrers with why, and says how many there are", async () => {
    const rowsOf = {
      reason: topOf(isBot, ({ botReason }) => botReason ?? ""),
      agent: topOf(isBot, ({ userAgent }) => userAgent ?? ""),
      network: topOf(
        isBot,
        ({ asn }) => String(asn),
        ({ isp }) => isp ?? "",
      ),
      referrer: topOf(isBot, ({ referrer }) => referrer ?? ""),
    };
    for (const [field, rows] of Object.entries(rowsOf)) {
      expect(await get("/api/bots/top", { field })).toEqual({ rows, distinct: rows.length });
      expect(await get("/api/bots/top", { field, limit: "1" })).toEqual({
        rows: rows.slice(0, 1),
        distinct: rows.length,
      });
    }
  });

  it("shows the newest with all that they were judged by", async () => {
    const newest = counted(isBot).toReversed().slice(0, 7);
    const samples = z.array(z.looseObject({})).parse(await get("/api/bots/samples", { limit: "7" }));
    expect(samples).toEqual(
      newest.map((click) =>
        expect.objectContaining({
          linkId: click.linkId,
          timestamp: click.at,
          isBot: true,
          botReason: click.botReason,
          rulesVersion: click.botRules,
          userAgent: click.userAgent,
          network: String(click.asn),
          isp: click.isp,
          referrer: click.referrer,
        }),
      ),
    );
  });

  it.each([
    ["/api/bots", { network: "google" }, "network"],
    ["/api/bots", { network: "4294967296" }, "network"],
    ["/api/bots", { agent: "x".repeat(1025) }, "agent"],
    ["/api/bots", { reason: "x".repeat(1025) }, "reason"],
    ["/api/bots", { interval: "hour", startDate: "2000-01-01" }, "interval"],
    ["/api/bots/top", { field: "visitor" }, "field"],
    ["/api/bots/samples", { limit: "101" }, "limit"],
  ])("refuses %s with %j", async (path, query, field) => {
    const { status, body } = await call(api, "GET", `${path}?${new URLSearchParams(query).toString()}`, { user });
    expect(status).toBe(422);
    expect(JSON.stringify(body["error"])).toContain(`"field":"${field}"`);
  });

  it("gives a stranger nothing, also by the link's id", async () => {
    const stranger = await signUp(api);
    for (const filter of ["", `link:is:${links[0]}`]) {
      const query = filter === "" ? "" : `?filter=${encodeURIComponent(filter)}`;
      const { body } = await call(api, "GET", `/api/bots/samples${query}`, { user: stranger });
      expect(body["data"]).toEqual([]);
    }
  });
});
