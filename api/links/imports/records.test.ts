import { importLimits } from "@hoplog/schema/imports/limits.js";
import { describe, expect, it } from "vitest";
import type { FileRecord, Reading } from "./reading.ts";
import { readRecords } from "./records.ts";
import { UnreadableFile } from "./utf8.ts";

const needs = ["url"];

/** Reads a file that arrives in parts of the given number of bytes. */
function readInParts(file: string | Uint8Array, size: number): FileRecord[] {
  const bytes = Buffer.from(file);
  const found: FileRecord[] = [];
  let reading: Reading | null = null;
  let rest: Uint8Array = new Uint8Array();
  for (let at = 0; at < bytes.length; at += size) {
    const isLast = at + size >= bytes.length;
    const read = readRecords(reading, Buffer.concat([rest, bytes.subarray(at, at + size)]), {
      isLast,
      source: "csv",
      needs,
    });
    found.push(...read.records);
    ({ reading, rest } = read);
  }
  return found;
}

const files = {
  "semicolons, quotes and a byte order mark":
    '\uFEFFname;url\r\n"Größe ""1"";\nlines";https://a.example/ü\r\nplain 5" screen;https://b.example/\r\n\r\n"";https://c.example/',
  "commas, line feeds": 'url,note\nhttps://a.example/,"a,b"\nhttps://b.example/,c\n',
  tabs: "url\tnote\nhttps://a.example/\tx\n",
  "a first row for Excel": "sep=;\r\nurl;note\r\nhttps://a.example/;x,y\r\n",
  "one column": "url\nhttps://a.example/\nhttps://b.example/\n",
  "lines of JSON": '{"url": "https://a.example/ü", "a": "{\\n"}\n\nnonsense\n{"url": 5}\n',
  "a document": '\n [{"url": "https://a.example/"},\n 7, {"url": "ü"}]',
  "a document that holds a list": '{"links": [{"url": "https://a.example/"}], "next": null}',
};

const utf16 = (file: string, isLittle: boolean) => {
  const bytes = Buffer.from(file, "utf16le");
  return isLittle ? bytes : bytes.swap16();
};

describe("a file", () => {
  it.each(Object.entries(files))("has the same records whatever its parts: %s", (_what, file) => {
    const whole = readInParts(file, file.length * 4);
    expect(whole.length).toBeGreaterThan(0);
    for (const size of [1, 2, 3, 7, 20]) expect(readInParts(file, size), String(size)).toEqual(whole);
  });

  it.each([
    ["little", true],
    ["big", false],
  ])("in UTF-16, %s end first, has the records of the same file in UTF-8", (_what, isLittle) => {
    const excel = "url\tnote\r\nhttps://a.example/\tGröße 日本 \u{1F600}\u{1F601}\r\nhttps://b.example/\t\uFEFFx\r\n";
    const all = [...Object.values(files), excel];
    for (const file of all.map((one) => one.replace(/^\uFEFF/, ""))) {
      const expected = readInParts(file, file.length * 4);
      for (const text of [file, `\uFEFF${file}`]) {
        for (const size of [1, 2, 3, 7, 1000]) expect(readInParts(utf16(text, isLittle), size), file).toEqual(expected);
      }
    }
  });

  it("in UTF-16 whose heading is mostly not ASCII is read", () => {
    const file = "名前,url,タグ\n春,https://a.example/,\n";
    expect(readInParts(utf16(file, true), 5)).toEqual([
      { row: 2, record: { 名前: "春", url: "https://a.example/", タグ: "" } },
    ]);
  });

  it.each([
    ["half a character", Buffer.from("\uFEFFurl\nx", "utf16le").subarray(0, -1)],
    ["half a pair", Buffer.from("\uFEFFurl\nx\uD83D", "utf16le")],
    ["a second half alone", Buffer.from("\uFEFFurl\n\uDE00x\n", "utf16le")],
  ])("in UTF-16 with %s is refused", (_what, bytes) => {
    expect(() => readInParts(bytes, 4)).toThrow("not valid UTF-16");
  });

  it("that was put together of files with other line ends loses no row", () => {
    const file = `url,note\r\nhttps://a.example/,"one\r\ntwo"\nhttps://b.example/,x\nhttps://c.example/,"y"\r\n`;
    const records = readInParts(file, 200).map(({ record }) => record);
    expect(records.map((record) => record?.["url"])).toEqual([
      "https://a.example/",
      "https://b.example/",
      "https://c.example/",
    ]);
    expect(records.map((record) => record?.["note"])).toEqual(["one\r\ntwo", "x", "y"]);
    expect(readInParts("url,note\rhttps://a.example/,x\rhttps://b.example/,y\r", 200)).toHaveLength(2);
  });

  it("that names a column twice has the first of them that isn't empty", () => {
    const [first, second] = readInParts("url,note,url\nhttps://a.example/,x,\n,y,https://b.example/\n", 200);
    expect(first?.record).toEqual({ url: "https://a.example/", note: "x" });
    expect(second?.record).toEqual({ url: "https://b.example/", note: "y" });
  });

  it("that names columns not at all, or twice with other values, has each of these cells by a number", () => {
    const [row, empty] = readInParts(
      "url,status,,status\nhttps://a.example/,active,x,off,more,,\nhttps://b.example/,,,,,\n",
      200,
    );
    expect(row?.record).toEqual({
      url: "https://a.example/",
      status: "active",
      "Column 3": "x",
      "status (column 4)": "off",
      "Column 5": "more",
    });
    expect(empty?.record).toEqual({ url: "https://b.example/", status: "" });
    const [taken] = readInParts("url,Column 3\nhttps://a.example/,x,y\n", 200);
    expect(taken?.record).toMatchObject({ "Column 3": "x", "Column 3 without a name": "y" });
    const [wide] = readInParts(`url\n${"a,".repeat(700)}b\n`, 10_000);
    expect(Object.keys(wide?.record ?? {})).toHaveLength(importLimits.columnsMax);
    expect(wide?.record?.[`Column ${importLimits.columnsMax}`]).toMatch(/^(?:a,){201}b$/);
  });

  it("that is not UTF-8 is read as Windows-1252, with a note", () => {
    const file = Buffer.from("url,title\nhttps://a.example/,Gr\xf6\xdfe \x80 \x93x\x94\n", "latin1");
    const both = Buffer.concat([file, Buffer.from("https://b.example/,Größe 日本\n")]);
    const expected = [
      { row: 2, record: { url: "https://a.example/", title: "Größe € “x”" } },
      { row: 3, record: { url: "https://b.example/", title: "Größe 日本" } },
    ];
    for (const size of [1, 7, 1000]) expect(readInParts(both, size), String(size)).toEqual(expected);
    const notes = (bytes: Uint8Array, isLast = true) =>
      readRecords(null, bytes, { isLast, source: "csv", needs }).reading?.notes;
    expect(notes(both)).toEqual(["The file is not UTF-8 and was read as Windows-1252. Check the names of the links"]);
    expect(notes(Buffer.from(files.tabs))).toBeUndefined();
    const document = Buffer.from('[{"url":"https://a.example/","title":"\xe4"}]', "latin1");
    expect(readInParts(document, 9)[0]?.record).toMatchObject({ title: "ä" });
    expect(notes(document)).toHaveLength(1);
  });

  it.each([
    ["a file of gzip", [0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xff]],
    ["bytes that are no characters", [0x75, 0x72, 0x6c, 0x0a, 0x81, 0x8d, 0xff]],
  ])("that is no text is refused: %s", (_what, bytes) => {
    expect(() => readInParts(Buffer.from(bytes), 100)).toThrow("The file is not a UTF-8 text");
  });

  it("that wraps lists in lists without end is one object", () => {
    const [deep] = readInParts(`${'{"links":'.repeat(50_000)}[]${"}".repeat(50_000)}`, 1_000_000);
    expect(deep).toEqual({ row: 1, record: null });
  });

  it("whose first row is for Excel has the rows of what is behind it", () => {
    expect(readInParts(files["a first row for Excel"], 200)).toEqual([
      { row: 3, record: { url: "https://a.example/", note: "x,y" } },
    ]);
  });

  it("whose heading begins like a word of SQL is CSV", () => {
    expect(readInParts("create date,url\n2024-01-01,https://a.example/\n", 200)).toHaveLength(1);
  });

  it("has rows by number, the heading being one", () => {
    expect(readInParts(files["semicolons, quotes and a byte order mark"], 9)).toEqual([
      { row: 2, record: { name: 'Größe "1";\nlines', url: "https://a.example/ü" } },
      { row: 3, record: { name: 'plain 5" screen', url: "https://b.example/" } },
      { row: 4, record: { name: "", url: "https://c.example/" } },
    ]);
  });

  it("that is a document has rows without what is no object, or is too large or too deep for one", () => {
    const deep = `{"a":${'{"b":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
    const large = JSON.stringify({ note: "x".repeat(importLimits.recordBytes) });
    const rows = readInParts(`[{"url":"a"},[],null,${deep},${large},{"url":"\\u0000\\ud800"}]`, 1_000_000);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows.map(({ record }) => record?.["url"])).toEqual(["a", ...Array(4), "\uFFFD\uFFFD"]);
  });

  it.each<[string, string]>([
    ["-- MySQL dump 10.13\nCREATE TABLE", "SQL dump"],
    ["INSERT INTO `yourls_url` VALUES (1);\n", "SQL dump"],
    ['<?xml version="1.0"?><result></result>', "The file is XML"],
    ["<!DOCTYPE NETSCAPE-Bookmark-file-1>\n", "bookmarks"],
    ["PK\u0003\u0004xl", "Excel workbook"],
    ["a;b\n1;2\n", 'including "url"'],
    ['url\n"https://a.example/\nx\n', "quotation mark"],
    [`url\n"${"x".repeat(importLimits.recordBytes + 9)}`, "quotation mark"],
    [`[${"1,".repeat(importLimits.documentBytes / 2 + 9)}`, "JSON Lines"],
    ['[{"url": 1}', "not valid JSON"],
  ])("can't be read: %#", (file, message) => {
    const read = () => readInParts(file, 2_000_000);
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow(message);
  });
});
