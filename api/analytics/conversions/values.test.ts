import { beforeAll, describe, expect, it } from "vitest";
import type { TestClick } from "../../testing/clicks.ts";
import { clickOn, conversionsWritten, report } from "../../testing/conversions.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const sale = { type: "sale", amount: 4900, currency: "EUR" } as const;
const get = async (path: string, by = user) => (await call(api, "GET", path, { user: by })).body["data"];

describe("what lists and charts of clicks became", () => {
  const statsOf = ({ body }: Awaited<ReturnType<typeof graphql>>) =>
    (body["data"] as { conversionStats: unknown }).conversionStats;
  const lists = `query ($of: [DimensionValues!]!, $ids: [UUID!]!, $bots: Boolean, $interval: ChartInterval!) {
    conversionStats(bots: $bots) {
      lists(of: $of) { field rows { value leads sales revenue { currency amount } } }
      links(ids: $ids) { value leads sales revenue { currency amount } }
      chart(interval: $interval) { at leads sales revenue { currency amount } }
    }
  }`;

  it("is answered for the values that are shown, each currency by itself, and by hour, day, week and month", async () => {
    const owner = await signUp(api);
    const [first, second] = [await makeLink(api, owner), await makeLink(api, owner)];
    const sold = async (linkId: string, facts: Partial<TestClick>, body: object) =>
      report(api, owner, { clickId: await clickOn(api, owner, linkId, facts), ...body });
    const monday = new Date(Date.now() - 20 * 86_400_000);
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
    const at = `${monday.toISOString().slice(0, 10)}T10:20:00.000Z`;
    const next = `${monday.toISOString().slice(0, 10)}T11:20:00.000Z`;
    await sold(first.id, { at, country: "AT", languages: "de,en", arm: 1 }, sale);
    await sold(first.id, { at, country: "AT", languages: "de", arm: 2 }, { ...sale, amount: 100, currency: "JPY" });
    await sold(second.id, { at: next, country: "", languages: "" }, { type: "lead" });
    await sold(second.id, { at: next, country: "DE", languages: "en", isBot: true }, sale);
    await conversionsWritten(api, owner);
    const of = [
      { field: "country", values: ["AT", "", "DE", "NP"] },
      { field: "language", values: ["en"] },
      { field: "arm", values: ["2"] },
    ];
    const ask = async (change: object) => {
      const variables = { of, ids: [first.id], interval: "hour", ...change };
      return statsOf(await graphql(api, lists, variables, owner));
    };
    const both = [
      { currency: "EUR", amount: 4900 },
      { currency: "JPY", amount: 100 },
    ];
    const answer = await ask({});
    expect(answer).toMatchObject({
      lists: [
        {
          field: "country",
          rows: expect.arrayContaining([
            { value: "AT", leads: 0, sales: 2, revenue: both },
            { value: "", leads: 1, sales: 0, revenue: [] },
          ]),
        },
        { field: "language", rows: [{ value: "en", leads: 0, sales: 1, revenue: [both[0]] }] },
        { field: "arm", rows: [{ value: "2", leads: 0, sales: 1, revenue: [both[1]] }] },
      ],
      links: [{ value: first.id, leads: 0, sales: 2, revenue: both }],
      chart: [
        { at: `${at.slice(0, 13)}:00:00Z`, leads: 0, sales: 2, revenue: both },
        { at: `${next.slice(0, 13)}:00:00Z`, leads: 1, sales: 0, revenue: [] },
      ],
    });
    expect(answer).toHaveProperty("lists.0.rows.length", 2);
    expect(await ask({ bots: true, of: [{ field: "country", values: ["DE"] }] })).toMatchObject({
      lists: [{ field: "country", rows: [{ value: "DE", sales: 1 }] }],
    });
    for (const [interval, start] of [
      ["day", at.slice(0, 10)],
      ["week", at.slice(0, 10)],
      ["month", `${at.slice(0, 7)}-01`],
    ] as const) {
      expect(await ask({ interval })).toMatchObject({ chart: [{ at: start, leads: 1, sales: 2, revenue: both }] });
      expect(await get(`/api/conversions/figures?interval=${interval}`, owner)).toMatchObject({
        chart: [{ at: start, leads: 1, sales: 2, revenue: both }],
      });
    }
    expect(await get("/api/conversions/figures", owner)).toMatchObject({ chart: null });
    expect(await get("/api/conversions/top?field=country&value=AT&value=NP", owner)).toMatchObject([
      { value: "AT", sales: 2, people: 2, rate: 1 },
    ]);
    const stranger = await signUp(api);
    const theirs = await graphql(api, lists, { of, ids: [first.id], interval: "day" }, stranger);
    expect(statsOf(theirs)).toEqual({
      lists: of.map(({ field }) => ({ field, rows: [] })),
      links: [],
      chart: [],
    });
  });

  it("of a city is that of all its districts and spellings, and of a district its own", async () => {
    const owner = await signUp(api);
    const { id } = await makeLink(api, owner);
    const sold = ["Zürich (Kreis 4)", "Zürich (Kreis 5)", "Zurich", "Zug"].map(async (city) =>
      report(api, owner, { clickId: await clickOn(api, owner, id, { city }), ...sale }),
    );
    await Promise.all(sold);
    await conversionsWritten(api, owner);
    const of = [{ field: "city", values: ["Zurich", "Zürich", "zürich (kreis 4)", "Bern"] }];
    const answer = statsOf(await graphql(api, lists, { of, ids: [], interval: "day" }, owner));
    expect(answer).toMatchObject({
      lists: [
        {
          rows: expect.arrayContaining([
            expect.objectContaining({ value: "Zurich", sales: 3 }),
            expect.objectContaining({ value: "Zürich", sales: 3 }),
            expect.objectContaining({ value: "zürich (kreis 4)", sales: 1 }),
          ]),
        },
      ],
    });
    expect(answer).toHaveProperty("lists.0.rows.length", 3);
    expect(await get("/api/conversions/top?field=city", owner)).toMatchObject([
      { value: "Zürich", sales: 3, people: 3 },
      { value: "Zug", sales: 1, people: 1 },
    ]);
    expect(await get("/api/conversions/top?field=city&value=ZURICH&value=Zurich+(Kreis+5)", owner)).toMatchObject([
      { value: "ZURICH", sales: 3, people: 3 },
      { value: "Zurich (Kreis 5)", sales: 1, people: 1 },
    ]);
    expect(await get("/api/conversions/figures?filter=city:is:Zurich", owner)).toMatchObject({ sales: 3 });
  });

  it("is asked for as many values as a page shows, whatever they are written in, and refused for more", async () => {
    const wide = Array.from({ length: 300 }, (_, i) => `${"漢".repeat(65)}${i}`);
    const quotes = Array.from({ length: 300 }, (_, i) => `${"'".repeat(195)}${i}`);
    const ask = async (of: object[]) =>
      JSON.stringify((await graphql(api, lists, { of, ids: [], interval: "day" }, user)).body);
    const none = '"lists":[{"field":"city","rows":[]}]';
    for (const values of [wide, quotes, ["\ud800"]]) {
      expect(await ask([{ field: "city", values }])).toContain(none);
    }
    const refused: object[][] = [
      [{ field: "city", values: [...wide, "x"] }],
      [{ field: "city", values: ["x".repeat(1025)] }],
      [
        { field: "city", values: wide },
        { field: "region", values: wide },
      ],
      [
        { field: "city", values: ["x"] },
        { field: "city", values: ["y"] },
      ],
    ];
    for (const of of refused) expect(await ask(of)).toContain("VALIDATION_ERROR");
  });
});
