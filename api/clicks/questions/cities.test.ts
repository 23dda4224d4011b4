import { readFileSync } from "node:fs";
import { cityKeySql, cityNameSql, foldedSql } from "@hoplog/platform/clickhouse/citySql.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { cityKey, cityName } from "@hoplog/schema/clicks/cities.js";
import { folded } from "@hoplog/schema/folded.js";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { select } from "../clickhouse/select.ts";
import { sharedTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const table = z.object({
  places: z.record(
    z.string(),
    z.record(z.string(), z.object({ cities: z.record(z.string(), z.unknown()).default({}) })),
  ),
});
const places = table.parse(JSON.parse(readFileSync("web/analytics/live/places.json", "utf8"))).places;
const listed = Object.values(places).flatMap((regions) =>
  Object.entries(regions).flatMap(([region, { cities }]) => [region, ...Object.keys(cities)]),
);
const written = [
  "Berlin (Bezirk Tempelhof-Schoneberg)",
  "Köln (Altstadt/Nord)",
  "Zürich (Kreis 4) / Aussersihl",
  "Frankfurt am Main (Sachsenhausen (Süd))",
  "Berlin(Mitte)",
  " (Mitte)",
  "Foo （Bar）",
  "Łódź",
  "Tromsø",
  "Weißenburg",
  "Þórshöfn",
  "Iğdır",
  "İzmir",
  "ΠΑΤΡΑΣ",
  "Æbeltoft",
  "São Paulo (Sé)",
  "Ｔｏｋｙｏ",
  "서울",
  "दिल्ली",
  "a\nb (c\nd)",
  "\u0301",
  "O'Fallon \\ (x)",
  "",
];

it("ClickHouse and the programs name, group and fold cities alike", async () => {
  const names = [...new Set([...listed, ...written])];
  expect(names.length).toBeGreaterThan(5000);
  const found = [];
  for (let i = 0; i < names.length; i += 1000) {
    found.push(
      ...(await select(
        api.services.clickhouse,
        z.object({ city: z.string(), folded: z.string(), name: z.string(), key: z.string() }),
        `SELECT city, ${foldedSql("city")} AS folded, ${cityNameSql("city")} AS name, ${cityKeySql("city")} AS key
         FROM (SELECT arrayJoin({names: Array(String)}) AS city)`,
        { names: names.slice(i, i + 1000) },
      )),
    );
  }
  const expected = names.map((city) => ({ city, folded: folded(city), name: cityName(city), key: cityKey(city) }));
  expect(found.filter((row, i) => JSON.stringify(row) !== JSON.stringify(expected[i]))).toEqual([]);
  expect(found).toHaveLength(names.length);
});

it("Postgres folds them alike too", async () => {
  const names = [...new Set([...listed, ...written])];
  const { rows } = await api.services.reads.query<{ city: string; folded: string }>(
    sql`SELECT city, folded(city) AS folded FROM unnest(${names}::text[]) AS city`,
  );
  expect(rows.filter((row) => row.folded !== folded(row.city))).toEqual([]);
  expect(rows).toHaveLength(names.length);
});

it("bytes that are no UTF-8 don't fail a statement", async () => {
  const rows = await select(
    api.services.clickhouse,
    z.object({ key: z.string() }),
    `SELECT ${cityKeySql("unhex('FF41')")} AS key`,
    {},
  );
  expect(rows).toEqual([{ key: "\ufffda" }]);
});
