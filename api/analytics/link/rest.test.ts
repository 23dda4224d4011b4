import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let linkId: string;

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
  const link = { ownerId: user.id, linkId };
  const berlin = {
    country: "DE",
    city: "Berlin",
    isp: "Deutsche Telekom AG",
    device: "desktop",
    browser: "Firefox",
    os: "Linux",
  };
  await insertClicks(api, [
    { ...link, ...berlin, at: "2026-03-01T23:30:00.000Z", visitor: 1 },
    { ...link, ...berlin, at: "2026-03-02T10:00:00.000Z", visitor: 2 },
    { ...link, ...berlin, at: "2026-03-02T10:00:01.000Z", visitor: 2 },
    {
      ...link,
      at: "2026-03-04T12:00:00.000Z",
      visitor: 3,
      country: "FR",
      device: "mobile",
      browser: "Safari",
      os: "iOS",
    },
    { ...link, at: "2026-03-04T13:00:00.000Z", visitor: 4 },
    { ...link, at: "2026-03-04T14:00:00.000Z", visitor: 5, browser: "Googlebot", isBot: true },
  ]);
});

const stats = (query: string) => call(api, "GET", `/api/urls/${linkId}/stats?${query}`, { user });
const logs = (query: string) => call(api, "GET", `/api/urls/${linkId}/click-logs?${query}`, { user });

describe("GET /api/urls/:id/stats", () => {
  it("counts people, with days without gaps and tops without unknowns", async () => {
    const { status, body } = await stats("startDate=2026-03-01&endDate=2026-03-04");
    expect(status).toBe(200);
    expect(body["data"]).toMatchObject({
      totalClicks: 5,
      uniqueIPs: 4,
      countries: 2,
      browsers: 2,
      clicksByDate: [
        { _id: "2026-03-01", clicks: 1 },
        { _id: "2026-03-02", clicks: 2 },
        { _id: "2026-03-03", clicks: 0 },
        { _id: "2026-03-04", clicks: 2 },
      ],
      topCountries: [
        { _id: "Germany", count: 3 },
        { _id: "France", count: 1 },
      ],
      topBrowsers: [
        { _id: "Firefox", count: 3 },
        { _id: "Safari", count: 1 },
      ],
      topOperatingSystems: [
        { _id: "Linux", count: 3 },
        { _id: "iOS", count: 1 },
      ],
      topDevices: [
        { _id: "desktop", count: 3 },
        { _id: "mobile", count: 1 },
      ],
    });
  });

  it("counts bots too on request", async () => {
    expect((await stats("bots=true&startDate=2026-03-01&endDate=2026-03-04")).body["data"]).toMatchObject({
      totalClicks: 6,
    });
  });

  it("takes days in the viewer's time zone", async () => {
    const { body } = await stats("startDate=2026-03-02&endDate=2026-03-02&tz=Europe/Berlin");
    expect(body["data"]).toMatchObject({ totalClicks: 3, clicksByDate: [{ _id: "2026-03-02", clicks: 3 }] });
  });

  it("goes from the first click to today where no range is given", async () => {
    const { body } = await stats("");
    expect(body["data"]).toMatchObject({ totalClicks: 5 });
    const days = (body["data"] as { clicksByDate: { _id: string }[] }).clicksByDate;
    expect(days[0]?._id).toBe("2026-03-01");
    expect(days.at(-1)?._id).toBe(new Date().toISOString().slice(0, 10));
  });

  it.each(["tz=Nowhere", "startDate=yesterday", "startDate=2026-03-04&endDate=2026-03-01", "bots=perhaps"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await stats(query);
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    },
  );
});

describe("days far away", () => {
  it.each(["0001-01-01", "1900-01-01", "1969-12-31", "1970-01-01", "2026-03-01"])("begin a range: %s", async (day) => {
    const answers = await Promise.all([
      stats(`startDate=${day}&endDate=2026-03-04`),
      stats(`startDate=${day}&endDate=2026-03-04&browser=Firefox`),
      logs(`startDate=${day}`),
      logs(`startDate=${day}&browser=Firefox`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({ data: { totalClicks: 5 } });
    expect(JSON.stringify(answers[0]?.body).length).toBeLessThan(200_000);
    expect(answers[2]?.body).toMatchObject({ pagination: { total: 6 } });
  });

  it.each(["2026-03-05", "2106-02-08", "2300-01-01", "9999-12-31"])("end a range: %s", async (day) => {
    const answers = await Promise.all([
      logs(`startDate=2026-03-01&endDate=${day}`),
      logs(`startDate=2026-03-01&endDate=${day}&browser=Firefox`),
      logs(`startDate=${day}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({ pagination: { total: 6 } });
    expect(answers[2]?.body).toMatchObject({ pagination: { total: 0 } });
  });

  it.each(["0001-01-01", "1969-12-31"])("leave nothing where they end a range: %s", async (day) => {
    const { status, body } = await logs(`endDate=${day}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { pagination: { total: 0 } } });
  });
});

describe("filters", () => {
  it.each([
    ["country=FR", 1],
    ["country=DE&browser=Firefox", 3],
    ["browser=Safari&country=DE", 0],
    ["os=iOS", 1],
    ["device=mobile", 1],
    ["country=", 1],
    ["bots=true&browser=Googlebot", 1],
    ["referrer=news.example", 0],
  ])("narrow the figures to ?%s", async (query, totalClicks) => {
    expect((await stats(query)).body).toMatchObject({ data: { totalClicks } });
  });

  it("narrow the log too", async () => {
    expect((await logs("country=FR")).body).toMatchObject({
      data: { clickLogs: [{ countryCode: "FR" }], stats: { totalClicks: 1 } },
      pagination: { total: 1 },
    });
    const { body } = await graphql(
      api,
      `
        query ($id: UUID!, $country: String) {
          linkStats(linkId: $id, filter: { browser: "Firefox" }) {
            totalClicks
            clicksByCountry {
              code
              name
              clicks
            }
          }
          clickLog(linkId: $id, filter: { browser: "Safari", country: $country }) {
            totalCount
          }
        }
      `,
      { id: linkId, country: "\ud800" },
      user,
    );
    expect(body).toEqual({
      data: {
        linkStats: { totalClicks: 3, clicksByCountry: [{ code: "DE", name: "Germany", clicks: 3 }] },
        clickLog: { totalCount: 0 },
      },
    });
  });

  it("leave every country in the map's list", async () => {
    expect((await stats("")).body).toMatchObject({
      data: {
        clicksByCountry: [
          { _id: "DE", country: "Germany", count: 3 },
          { _id: "FR", country: "France", count: 1 },
        ],
      },
    });
  });
});

describe("GET /api/urls/:id/click-logs", () => {
  it("holds people and bots, newest first, a page at a time", async () => {
    const { status, body } = await logs("page=1&limit=2");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        clickLogs: [
          { timestamp: "2026-03-04T14:00:00.000Z", isBot: true, botReason: "crawler" },
          { timestamp: "2026-03-04T13:00:00.000Z", isBot: false, country: "", device: "Unknown" },
        ],
        stats: { totalClicks: 5, uniqueIPs: 4, countries: 2, browsers: 2 },
        topCountries: [
          { _id: "Germany", count: 3 },
          { _id: "France", count: 1 },
        ],
      },
      pagination: { page: 1, limit: 2, total: 6, pages: 3 },
    });
    const last = await logs("page=3&limit=2");
    expect(last.body).toMatchObject({
      data: {
        clickLogs: [
          { city: "Berlin" },
          { timestamp: "2026-03-01T23:30:00.000Z", countryCode: "DE", country: "Germany" },
        ],
      },
    });
  });

  it("keeps to its range", async () => {
    const { body } = await logs("startDate=2026-03-02&endDate=2026-03-02");
    expect(body).toMatchObject({ pagination: { total: 2 } });
  });
});

describe("GET /api/urls", () => {
  it("shows the same counts", async () => {
    expect((await call(api, "GET", "/api/urls", { user })).body).toMatchObject({
      data: [{ _id: linkId, noOfClicks: 5 }],
    });
    expect((await call(api, "GET", "/api/urls?bots=true", { user })).body).toMatchObject({ data: [{ noOfClicks: 6 }] });
  });
});
