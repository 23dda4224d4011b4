import { sql } from "@hoplog/platform/postgres/sql.js";
import { folded } from "@hoplog/schema/folded.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdsParts } from "../../kernel/database/searchPattern.ts";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";
import { readSample } from "./trigramSample.ts";
import { linksLike, rarestParts, trigramsOf } from "./trigrams.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const plainTexts = ["Summer campaign 12", "https://example.com/a/53-x?utm=u_u", "---", "a", "100% off_now\\today"];
const texts = [...plainTexts, "https://example.com/?q=Ü_ü", "über–alles 東京タワー a b"];

async function trigramsInPostgres(text: string): Promise<string[]> {
  const { rows } = await api.services.reads.query<{ all: string[] }>(sql`SELECT show_trgm(${text}) AS all`);
  return rows[0]?.all ?? [];
}

describe("trigramsOf", () => {
  it.each(plainTexts)("has those of Postgres for %j as a whole", async (text) => {
    const keys = new Set(trigramsOf([...text.toLowerCase()], true).map(({ key }) => key));
    expect([...keys].toSorted()).toEqual((await trigramsInPostgres(text)).toSorted());
  });

  it("leaves out what stands before and behind an open end", () => {
    expect(trigramsOf([..."gn 12"]).map(({ key }) => key)).toEqual(["gn ", "  1", " 12"]);
  });
});

const sample = new Map([
  ["sum", new Set([0, 1, 2])],
  ["ign", new Set([0, 1, 2, 3, 4])],
  ["gn ", new Set([0, 1, 2, 3])],
  [" 12", new Set([1])],
  ["amp", new Set([1, 2, 3, 4, 5])],
]);

describe("rarestParts", () => {
  it("are those that no sampled text has, else few, else few together, in the order of the text", () => {
    expect(rarestParts("sum zeppelin", new Map())).toEqual(["sum z"]);
    const common = new Map(
      [..."summer campaign 12"].flatMap((_, i, all) => {
        const key = all.slice(i, i + 3).join("");
        return [[key, sample.get(key) ?? new Set([0, 1, 2, 3, 4, 5])] as const];
      }),
    );
    for (const { key } of trigramsOf([..."summer campaign 12"]))
      if (!common.has(key)) common.set(key, new Set([0, 1, 2, 3, 4, 5]));
    expect(rarestParts("summer campaign 12", common)).toEqual(["sum", "gn 12"]);
  });

  it("are such that say something beside the others: what has one trigram need not have the next", () => {
    const everywhere = new Set(Array.from({ length: 20 }, (_, i) => i));
    const rare = new Map<string, ReadonlySet<number>>([
      [" 96", new Set([0])],
      ["  9", new Set([0, 1, 2])],
      ["par", new Set([3, 4, 5])],
      ["art", new Set([3, 4, 5, 6])],
      ["cam", new Set([4, 7, 8, 9, 10])],
    ]);
    const texts = trigramsOf([..."partner campaign 96"]).map(({ key }) => [key, rare.get(key) ?? everywhere] as const);
    expect(rarestParts("partner campaign 96", new Map(texts))).toEqual(["par", "cam", " 96"]);
  });

  it("are none of a text with few trigrams of plain letters", () => {
    expect(rarestParts("camp", sample)).toBeNull();
    expect(rarestParts("東京タワー 東京タワー", sample)).toBeNull();
  });

  it.each(texts)("of %j make a pattern that finds it, in any case", async (text) => {
    const pattern = holdsParts(rarestParts(folded(text), sample) ?? [folded(text)]);
    const { rows } = await api.services.reads.query<{ found: boolean }>(
      sql`SELECT folded(${`before ${text.toUpperCase()} behind`}) LIKE ${pattern} AS found`,
    );
    expect(rows[0]?.found).toBe(true);
  });
});

describe("linksLike", () => {
  it("counts the sampled links that have all trigrams, in what the index knows or in their notes", () => {
    const notes = new Map([["sum", new Set([7])]]);
    expect(linksLike("sum", { texts: sample, notes })).toBe(4);
    expect(linksLike("sum 12 ", { texts: new Map(), notes })).toBe(0);
  });

  it("knows nothing of a text without trigrams of plain letters", () => {
    expect(linksLike("su", { texts: sample, notes: new Map() })).toBe(Infinity);
    expect(linksLike("東京タワー", { texts: sample, notes: new Map() })).toBe(Infinity);
  });
});

describe("a sample", () => {
  it("is not read where there are few links, and has the trigrams of those that there are", async () => {
    const { reads } = api.services;
    await reads.query(
      `INSERT INTO link (id, owner_id, name, code, original_url, note, is_active, revision, created_at, updated_at)
       SELECT uuidv7(), uuidv7(), 'Zeppelin ' || n, 'sample' || n, 'https://example.com', 'Made of paper', true, 1, now(), now() FROM generate_series(1, 3000) AS n`,
    );
    expect(await readSample({ reads })).toBeNull();
    const found = await readSample({ reads }, 100);
    expect(found?.texts.get("zep")?.size).toBeGreaterThan(100);
    expect(found?.texts.has("quo")).toBe(false);
    expect(found?.notes.get("pap")?.size).toBeGreaterThan(100);
    if (!found) return;
    expect(linksLike("zeppelin", found)).toBeGreaterThan(100);
    expect(linksLike("of paper", found)).toBeGreaterThan(100);
    expect(linksLike("zeppelin of paper", found)).toBe(0);
  });
});
