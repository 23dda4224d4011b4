import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvNumber, csvLine, withoutDefusing } from "./csv.ts";

describe("a line of CSV", () => {
  it("puts into quotes what would be read as something else", () => {
    expect(csvLine(["a", 'say "b"', "c,d", "e\nf", "g;h", null, 1, true])).toBe(
      'a,"say ""b""","c,d","e\nf","g;h",,1,true\r\n',
    );
  });

  it.each([
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ["+1+cmd|' /C calc'!A0", `"'+1+cmd|' /C calc'!A0"`],
    ["-2+3", `"'-2+3"`],
    ["@SUM(A1)", `"'@SUM(A1)"`],
    ["\t=1", `"'\t'=1"`],
    ["\tx", `"'\tx"`],
    ["\rx", `"'\rx"`],
    ["\nx", `"'\nx"`],
    ["  =1", `"'  =1"`],
    ["\u00A0=1", `"'\u00A0=1"`],
    ["\0=1", `"'\0=1"`],
    ["＝1+1", `"'＝1+1"`],
    ["-5", `"'-5"`],
    ["x;=1", `"x;'=1"`],
    ["x\n=1", `"x\n'=1"`],
    ["x\t @A", `"x\t' @A"`],
    ['x;"=1"', `"x;'""=1"""`],
  ])("defuses %j", (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it.each(["a=b", "2026-11-22T00:00:00.000Z", "x-y", "mail@example.com", "https://example.com/?a=-1", "", "'quoted'"])(
    "leaves %j as it is",
    (text) => {
      expect(csvLine([text])).toBe(`${text}\r\n`);
    },
  );

  it("leaves our own numbers as they are", () => {
    expect(csvLine([-5, -0.5, 1e21])).toBe("-5,-0.5,1e+21\r\n");
    const digits = ["-9223372036854775808", "-0.10000000000000000001", "1e-300"];
    expect(csvLine(digits.map((each) => new CsvNumber(each)))).toBe(`${digits.join(",")}\r\n`);
    for (const each of ["-1+2", "=1", "1\n2", ""]) expect(() => new CsvNumber(each)).toThrow("not a number");
  });

  it("has no cell that begins a formula, whatever is written and wherever it is split, and can be read back", () => {
    const pieces = fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", ";", ",", '"', " ", "\0", "a", "1", "＝");
    const texts = fc.array(
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(texts, (values) => {
        const line = csvLine(values);
        // Parses like a spreadsheet that splits at semicolons and ignores quotes within a cell.
        for (const cell of line.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s\0"]*[=+\-@＝]/);
        const cells = readLine(line);
        for (const cell of cells) expect(cell).not.toMatch(/^(?:[\t\r\n]|[\s\0]*[=+\-@＝])/);
        expect(cells.map(withoutDefusing)).toEqual(values);
      }),
    );
  });

  it("takes time in proportion to the text's length", () => {
    const start = process.threadCpuUsage();
    csvLine([" ".repeat(2e6), "\t".repeat(2e6), ";\0".repeat(1e6), "\0".repeat(2e6)]);
    expect(process.threadCpuUsage(start).user).toBeLessThan(3000e3);
  });
});

/** Parses the cells of one line according to RFC 4180. */
function readLine(line: string): string[] {
  const cells = [...line.slice(0, -2).matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
