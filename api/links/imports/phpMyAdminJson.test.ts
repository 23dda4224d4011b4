import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { describe, expect, it } from "vitest";
import { fileLinks, readWhole } from "../../testing/fileLinks.ts";

describe("JSON of phpMyAdmin", () => {
  const table = (name: string, ...data: readonly object[]) => ({ type: "table", name, database: "d", data });
  const file = (...tables: readonly object[]) =>
    JSON.stringify([{ type: "header", version: "5.2.1" }, { type: "database", name: "d" }, ...tables]);
  const log = table("yourls_log", { click_id: "1" }, { click_id: "2" });

  it("has the rows of the source's table, and lists the others", () => {
    const { records, notes } = readWhole(
      "yourls",
      file(log, table("yourls_url", { keyword: "a", url: "https://a.example/" })),
      50,
    );
    expect(records).toEqual([{ keyword: "a", url: "https://a.example/" }]);
    expect(notes).toEqual(["Tables that are not imported: yourls_log (2 rows)"]);
  });

  it("has what another table has for links", () => {
    const links = table("wp_prli_links", { id: "1", slug: "a", url: "https://a.example/", link_status: "enabled" });
    const meta = (meta_key: string, meta_value: string) => ({ link_id: "1", meta_key, meta_value });
    const both = file(
      links,
      table(
        "wp_prli_link_metas",
        meta("enable_expire", "1"),
        meta("expire_type", "date"),
        meta("expire_date", "2035-01-01"),
      ),
    );
    expect(fileLinks("prettylinks", both)).toMatchObject([{ input: { expiresAt: "2035-01-01T00:00:00.000Z" } }]);
    expect(fileLinks("prettylinks", file(links, table("wp_prli_link_metas")))).toHaveLength(1);
    expect(() => fileLinks("prettylinks", file(links))).toThrow("no table prli_link_metas");
  });

  it.each<[string, ImportSource, string]>([
    [file(log), "yourls", "no table with links of yourls. Its tables: yourls_log"],
    [file(table("yourls_url", { keyword: "a", url: "b" })), "polr", "Choose yourls"],
    [file(log), "csv", "The file is JSON from phpMyAdmin. Choose the source of its links"],
    [
      "/**\n Export to JSON plugin for PHPMyAdmin\n @version 0.1\n */\n\n// Database 'd'\n",
      "yourls",
      "an old version of phpMyAdmin",
    ],
  ])("is refused: %#", (text, source, message) => {
    expect(() => readWhole(source, text)).toThrow(message);
  });
});
