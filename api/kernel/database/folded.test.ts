import { sql } from "@hoplog/platform/postgres/sql.js";
import { folded } from "@hoplog/schema/folded.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("Postgres folds every letter that it knows as the programs do", async () => {
  const { rows } = await api.services.reads.query<{ letter: string; there: string }>(
    `SELECT chr(code) AS letter, folded('x' || chr(code)) AS there FROM generate_series(1, 131071) AS code
     WHERE code NOT BETWEEN 55296 AND 57343 AND unicode_assigned(chr(code))`,
    [],
  );
  expect(rows.length).toBeGreaterThan(60_000);
  const differing = rows.filter(({ letter, there }) => folded(`x${letter}`) !== there);
  expect(differing.map(({ letter }) => letter.codePointAt(0)?.toString(16))).toEqual([]);
});

it.each(["Café crème", "STRASSE ς Straße", "İzmir ŁÓDŹ", "ΟΔΟΣ ὈΔΥΣΣΕΎΣ", "東京 ガ 한국", "\u0301", "100% off"])(
  "Postgres folds %j as the programs do",
  async (text) => {
    const { rows } = await api.services.reads.query<{ there: string }>(sql`SELECT folded(${text}) AS there`);
    expect(rows).toEqual([{ there: folded(text) }]);
  },
);

it("the index of searched texts is used", async () => {
  const client = await api.services.reads.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "EXPLAIN SELECT FROM link WHERE folded(name || E'\\n' || code || E'\\n' || original_url) LIKE '%strasse%'",
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("link_search");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
