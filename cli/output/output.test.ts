import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { expect, test } from "vitest";
import { plain, plainJson, plainLines } from "./plain.ts";
import { condensed, sparkline } from "./sparkline.ts";
import { tableOf } from "./table.ts";

const all = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
/** Every character that could control a terminal or hide parts of a text. */
const controls = all.filter((character) => !isPlainText(character));

test("no control character of anybody else's gets through", () => {
  expect(controls.length).toBeGreaterThan(200);
  for (const known of ["\u001b", "\u0007", "\u009b", "\u202e", "\u2066", "\u200b", "\u007f", "\u{e0041}"])
    expect(controls).toContain(known);
  expect(plain(`a${controls.filter((one) => !/[\t\r\n]/.test(one)).join("")}b`)).toBe("ab");
  expect(plain("\u001b]8;;https://evil.example\u0007a\r\n\tb\u001b[2J")).toBe("]8;;https://evil.examplea b[2J");
  for (const text of ["Grüße, 世界 🎉", "می\u200cخواهم 👩\u200D🚀"]) expect(plain(text)).toBe(text);
  expect(plainLines("a\u001b\nb\r")).toBe("a\nb ");
});

test("JSON has them as escapes, and says the same", () => {
  const value = { [controls.join("")]: controls, other: "世界 🎉", none: null };
  for (const text of [plainJson(value), plainJson(value, 2)]) {
    expect(JSON.parse(text)).toEqual(value);
    expect(isPlainText(text.replaceAll("\n", ""))).toBe(true);
  }
  expect(plainJson({ a: 1 }, 2)).toBe(`{\n  "a": 1\n}`);
});

test("a line of bars shows whatever is more than nothing", () => {
  expect(sparkline([0, 1, 50, 100])).toBe("▁▂▅█");
  expect(sparkline([0, 0])).toBe("▁▁");
  expect(sparkline([1])).toBe("█");
  expect(sparkline([])).toBe("");
  expect(condensed([1, 2, 3, 4, 5], 2)).toEqual([6, 9]);
  expect(condensed([1, 2], 2)).toEqual([1, 2]);
});

test("a table fits into a terminal by cutting what may be cut, the last first", () => {
  const columns = [
    { title: "CODE" },
    { title: "N", isNumber: true },
    { title: "NAME", min: 6 },
    { title: "TO", min: 4 },
  ] as const;
  const rows = [
    ["abc", "7", "A long name", "https://example.com"],
    ["abcdef", "1000", "B", "x"],
  ];
  expect(tableOf(columns, rows)).toEqual([
    "CODE       N  NAME         TO",
    "abc        7  A long name  https://example.com",
    "abcdef  1000  B            x",
  ]);
  expect(tableOf(columns, rows, 30)).toEqual([
    "CODE       N  NAME        TO",
    "abc        7  A long na…  htt…",
    "abcdef  1000  B           x",
  ]);
  expect(tableOf(columns, rows, 10)[1]).toBe("abc        7  A lon…  htt…");
});
