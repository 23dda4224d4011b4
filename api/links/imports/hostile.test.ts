import { sql } from "@hoplog/platform/postgres/sql.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { describe, expect, it } from "vitest";
import { heldImports } from "../../testing/heldImports.ts";
import { sendImport } from "../../testing/sendImport.ts";
import { workImports } from "./workImports.ts";

const held = heldImports();
const { ask, get, read, run, workAll } = held;

describe("a file of anybody's", () => {
  it.each<[string, string, string | Buffer, string]>([
    [
      "a quotation mark that is never closed",
      "csv",
      `url\n"${"https://a.example/\n".repeat(20_000)}`,
      "quotation mark",
    ],
    ["ten megabytes in one cell", "csv", `url,note\nhttps://a.example/,${"x".repeat(10_000_000)}\n`, "is too long"],
    ["ten megabytes in one value", "yourls", `INSERT INTO a VALUES ('${"x".repeat(10_000_000)}');`, "is too long"],
    ["a ZIP archive", "csv", Buffer.from("PK\u0003\u0004\u0014\u0000\u0000", "latin1"), "a ZIP archive"],
    ["gzip", "bookmarks", Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]), "not an HTML bookmarks file"],
    ["NUL alone", "csv", Buffer.alloc(1000), "The file contains no links"],
    [
      "tables without one of links",
      "yourls",
      `-- MySQL dump\n${Array.from({ length: 1000 }, (_, n) => `CREATE TABLE t${n} (a int);\nINSERT INTO t${n} VALUES (1);\n`).join("")}`,
      "The dump has no table with links of yourls. Its tables: t0, t1, ",
    ],
    ["nested lists without end", "csv", "[".repeat(1_000_000), "not valid JSON"],
  ])("is refused by name, and nothing of it is stored: %s", async (_what, source, file, problem) => {
    const id = await read(source, file);
    expect(await get(`imports/${id}`)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining(problem),
      toCreate: 0,
    });
    const { rowCount } = await held.holder.query(sql`SELECT FROM link_import_part WHERE import_id = ${id}`);
    expect(rowCount).toBe(0);
  });

  it("may have as many tables as it likes beside those of links, of which the largest are listed", async () => {
    const others = Array.from({ length: 1000 }, (_, n) => `INSERT INTO t${n} VALUES ${"(1),".repeat(n % 50)}(1);\n`);
    const url = `INSERT INTO yourls_url (keyword,url) VALUES ('t-${process.pid}','https://a.example/');\n`;
    const id = await read("yourls", `${others.join("")}${url}`);
    expect(await get(`imports/${id}`)).toMatchObject({
      state: "ready",
      toCreate: 1,
      warnings: [expect.stringMatching(/^Tables that are not imported: t49 \(50 rows\), .*, others \(24,\d+ rows\)$/)],
    });
  });

  it("has characters replaced that can't be stored", async () => {
    const id = await read("csv", "url,name\0\nhttps://a.example/,a\0b\n");
    expect(await get(`imports/${id}`)).toMatchObject({ state: "ready", toCreate: 1 });
    await run(id);
    expect(await get("urls")).toMatchObject([{ originalUrl: "https://a.example/" }]);
  });
});

describe("what is odd about a file as a whole", () => {
  it("is among the warnings of its import, until the file is read otherwise", async () => {
    const id = await read("csv", Buffer.from("url,code,titel\nhttps://a.example/,,Gr\xf6\xdfe\n", "latin1"), 30);
    const note = "The file is not UTF-8 and was read as Windows-1252. Check the names of the links";
    expect(await get(`imports/${id}`)).toMatchObject({ state: "ready", warnings: [note] });
    await ask("PATCH", `imports/${id}`, { columns: { titel: "title" } });
    expect(await get(`imports/${id}`)).toMatchObject({ state: "reading", warnings: [] });
    await workAll();
    expect(await get(`imports/${id}`)).toMatchObject({ state: "ready", warnings: [note] });
    await run(id);
    expect(await get("urls")).toMatchObject([{ name: "Größe" }]);
  });
});

it("a cell behind the columns of a heading is a column by its number, which its row names", async () => {
  const id = await read("csv", "url,name\nhttps://a.example/,A\nhttps://b.example/,B,off,,\n");
  expect(await get(`imports/${id}`)).toMatchObject({
    columns: [{ name: "url" }, { name: "name" }, { name: "Column 3", use: null, filled: 1 }],
    losses: [{ kind: "column", links: 1 }],
  });
  expect(await get(`imports/${id}/rows?only=losses`)).toMatchObject([
    { row: 3, losses: [{ kind: "column", message: 'Column 3 "off" is not imported' }] },
  ]);
});

describe("a dump of two tables", () => {
  const links = Array.from(
    { length: importLimits.stepRows + 2 },
    (_, n) => `(${n},'p${process.pid}-${n}','https://a.example/${n}','enabled')`,
  );
  const dump = `-- MySQL dump\nINSERT INTO wp_prli_links (id,slug,url,link_status) VALUES ${links.join(",")};
INSERT INTO wp_prli_link_metas (link_id,meta_key,meta_value) VALUES ${["enable_expire','1", "expire_type','date", "expire_date','2035-01-01"].map((pair) => `(7,'${pair}')`).join(",")};\n`;

  it("is read from its beginning once more, in parts and steps, and again when columns are chosen", async () => {
    const id = await sendImport(held.api, held.ada, "prettylinks", dump, 300_000);
    while (await workImports(held.api.services)) {
      const state = await get(`imports/${id}`);
      expect(state).not.toMatchObject({ state: "failed" });
    }
    const whole = { state: "ready", total: links.length, toCreate: links.length, losses: [], warnings: [] };
    expect(await get(`imports/${id}`)).toMatchObject(whole);
    await ask("PATCH", `imports/${id}`, { columns: { expires_at: "ignore" } });
    await workAll();
    expect(await get(`imports/${id}`)).toMatchObject({
      ...whole,
      columns: expect.arrayContaining([
        { name: "expires_at", use: "ignore", isChosen: true, filled: 1, closes: false },
      ]),
    });
  });
});

it("an import that runs can't be changed, completed or given further parts", async () => {
  const id = await read("csv", "url,a\nhttps://a.example/,x\n");
  await ask("POST", `imports/${id}/start`, {});
  const conflict = { status: 409, body: { error: { type: "CONFLICT_ERROR" } } };
  expect(await ask("PATCH", `imports/${id}`, { columns: { a: "title" } })).toMatchObject(conflict);
  expect(await ask("PATCH", `imports/${id}`, { name: "x" })).toMatchObject(conflict);
  expect(await ask("POST", `imports/${id}/complete`, { parts: 2 })).toMatchObject(conflict);
  expect(await ask("POST", `imports/${id}/start`, {})).toMatchObject(conflict);
  await workAll();
  expect(await get(`imports/${id}`)).toMatchObject({ state: "done", done: 1 });
});
