import { checkedFilters, type ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { insertClicks } from "../../testing/clicks.ts";
import { makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { filterConditions } from "./filterConditions.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  const { id } = await makeLink(api, user);
  const click = { ownerId: user.id, linkId: id };
  await insertClicks(api, [
    {
      ...click,
      at: "2026-03-01T00:00:00.000Z",
      city: "München",
      country: "DE",
      languages: "de,en-GB",
      arm: 1,
      referrer: "m.facebook.com",
    },
    { ...click, at: "2026-03-02T00:00:00.000Z", city: "Bonn", country: "DE", utm_source: "Mail:50%_off'\\" },
    { ...click, at: "2026-03-03T00:00:00.000Z", country: "FR", languages: "fr", rule: 4_294_967_295 },
    { ...click, at: "2026-03-04T00:00:00.000Z", country: "XB", city: "Berlin (Bezirk Tempelhof-Schöneberg)" },
    { ...click, at: "2026-03-05T00:00:00.000Z", country: "XB", city: "Berlin (Mitte)" },
    { ...click, at: "2026-03-06T00:00:00.000Z", country: "XB", city: "Berlin" },
    { ...click, at: "2026-03-07T00:00:00.000Z", country: "XB", city: "Berlingen" },
  ]);
});

/** Returns the days of March whose click matches the filters. */
async function daysOf(filters: readonly ClickFilter[]): Promise<number[]> {
  const { sql, params } = filterConditions(filters);
  const query = `SELECT toDayOfMonth(at) AS day FROM clicks WHERE owner_id = {owner: UUID} AND ${sql} ORDER BY at`;
  const rows = await select(api.services.clickhouse, z.object({ day: z.number() }), query, {
    ...params,
    owner: user.id,
  });
  return rows.map(({ day }) => day);
}

describe("filters in ClickHouse", () => {
  it.each<[readonly ClickFilter[], readonly number[]]>([
    [[], [1, 2, 3]],
    [[{ field: "country", op: "is", values: ["DE"] }], [1, 2]],
    [[{ field: "country", op: "is", values: ["DE", "FR"] }], [1, 2, 3]],
    [[{ field: "country", op: "isNot", values: ["DE"] }], [3]],
    [[{ field: "city", op: "is", values: [""] }], [3]],
    [[{ field: "city", op: "isNot", values: ["", "Bonn"] }], [1]],
    [[{ field: "city", op: "contains", values: ["MÜN", "onn"] }], [1, 2]],
    [[{ field: "utmSource", op: "is", values: ["Mail:50%_off'\\"] }], [2]],
    [[{ field: "utmSource", op: "contains", values: ["%_OFF'\\"] }], [2]],
    [[{ field: "utmSource", op: "contains", values: ["%"] }], [2]],
    [[{ field: "source", op: "is", values: ["Facebook"] }], [1]],
    [[{ field: "source", op: "isNot", values: ["facebook"] }], [2, 3]],
    [[{ field: "source", op: "is", values: ["Google", ""] }], [2, 3]],
    [[{ field: "language", op: "is", values: ["en-GB"] }], [1]],
    [[{ field: "language", op: "isNot", values: ["fr"] }], [1, 2]],
    [[{ field: "language", op: "is", values: [""] }], [2]],
    [[{ field: "language", op: "is", values: ["en"] }], []],
    [[{ field: "language", op: "is", values: ["de,en-GB"] }], []],
    [[{ field: "language", op: "isNot", values: ["de,en-GB", "", "d"] }], [1, 3]],
    [[{ field: "rule", op: "is", values: ["4294967295"] }], [3]],
    [[{ field: "arm", op: "isNot", values: ["0"] }], [1]],
    [
      [
        { field: "country", op: "is", values: ["DE"] },
        { field: "city", op: "contains", values: ["n"] },
        { field: "arm", op: "is", values: ["0"] },
      ],
      [2],
    ],
    [[{ field: "city", op: "is", values: ["\ud800"] }], []],
  ])("%j", async (filters, days) => {
    const days3 = (await daysOf(filters)).filter((day) => day <= 3);
    expect(days3).toEqual(days);
  });

  it.each<[ClickFilter["op"], readonly string[], readonly number[]]>([
    ["is", ["Berlin"], [4, 5, 6]],
    ["is", ["bERLÍN"], [4, 5, 6]],
    ["is", ["Berlin (mitte)"], [5]],
    ["is", ["Berlin (Bezirk Tempelhof-Schoneberg)", "Berlingen"], [4, 7]],
    ["is", ["Munchen"], [1]],
    ["is", ["\u0301"], []],
    ["isNot", ["Berlin"], [1, 2, 3, 7]],
    ["isNot", ["Berlin (Mitte)"], [1, 2, 3, 4, 6, 7]],
    ["contains", ["schoneberg", "mün"], [1, 4]],
    ["contains", ["\u0301"], []],
  ])("city %s %j", async (op, values, days) => {
    expect(await daysOf([{ field: "city", op, values }])).toEqual(days);
  });

  it("may be as long as they can be", async () => {
    const { filterValuesMax, filterTextMax } = limits;
    const each = Math.floor(filterTextMax / filterValuesMax);
    const values = Array.from({ length: filterValuesMax }, (_, i) => `${i}`.padEnd(each, "\u{1f99c}"));
    for (const op of ["is", "contains"] as const) {
      expect(await daysOf(checkedFilters([{ field: "city", op, values }]))).toEqual([]);
    }
  });
});
