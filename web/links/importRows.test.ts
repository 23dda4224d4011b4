import { csvLine } from "@hoplog/schema/csv.js";
import { describe, expect, it } from "vitest";
import { maxRows, readImport } from "./importRows.ts";

function rows(text: string) {
  const file = readImport(text);
  if (!file.ok) throw new Error(file.message);
  return file.rows;
}

describe("a CSV file of links", () => {
  it("is read with any separator, quotes, a byte order mark and blank lines", () => {
    const text = '\uFEFFName;Original URL;Short URL;Group\r\n"A; B";https://example.com/a;a-b;Press\r\n\r\n';
    expect(rows(text)).toEqual([
      {
        line: 2,
        name: "A; B",
        originalUrl: "https://example.com/a",
        shortUrl: "a-b",
        group: "Press",
        problems: [],
      },
    ]);
  });

  it("is understood with other services' headings and whole short links", () => {
    const [row] = rows("long_url,back-half\nhttps://www.example.com/x,https://bit.ly/my-code\n");
    expect(row).toMatchObject({ name: "example.com/x", originalUrl: "https://www.example.com/x", shortUrl: "my-code" });
  });

  it("is our own export, whose formulas were defused", () => {
    const text = csvLine(["Name", "Original URL"]) + csvLine(["=1+1", "https://example.com/"]);
    expect(rows(text)).toMatchObject([{ name: "=1+1", problems: [] }]);
  });

  it.each([
    ["Name,URL\n,https://example.com", "URL name is required"],
    ["Name,URL\nA,", "Original URL is required"],
    ["Name,URL,Code\nA,https://example.com,a!", "hint"],
    ["Name,URL,Code\nA,https://example.com,abc\nB,https://example.com,abc", "more than once"],
  ])("%j: the row says what is wrong with it", (text, problem) => {
    const problems = rows(text).at(-1)?.problems ?? [];
    expect(problems).toHaveLength(1);
    if (problem !== "hint") expect(problems[0]).toContain(problem);
  });

  it.each([
    ["", "The file is empty"],
    ["a,b\n1,2", "The first line must name the columns"],
    ["Name,URL", "no URLs below it"],
    [`URL\n${"https://example.com\n".repeat(maxRows + 1)}`, "at most 1000"],
  ])("%#: is refused as a whole", (text, message) => {
    const file = readImport(text);
    expect(file.ok ? "" : file.message).toContain(message);
  });
});
