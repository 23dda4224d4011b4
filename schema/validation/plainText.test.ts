import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlainParagraphs, isPlainText, plainText, replaceUnseen } from "./plainText.ts";

const unseen = [
  ["a NUL", "\0"],
  ["an escape", "\u001b"],
  ["half of a surrogate pair", "\ud800"],
  ["a zero width space", "\u200B"],
  ["a byte order mark", "\uFEFF"],
  ["a word joiner", "\u2060"],
  ["an invisible operator", "\u2063"],
  ["a soft hyphen", "\u00AD"],
  ["a grapheme joiner", "\u034F"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["a Hangul filler", "\u3164"],
  ["a halfwidth Hangul filler", "\uFFA0"],
  ["a Hangul filler of a vowel", "\u1160"],
  ["a mark from right to left", "\u200F"],
  ["an Arabic letter mark", "\u061C"],
  ["an override of the direction", "\u202E"],
  ["an embedding", "\u202A"],
  ["an isolate", "\u2066"],
  ["the end of an isolate", "\u2069"],
  ["a tag", "\u{E0041}"],
  ["an annotation", "\uFFF9"],
] as const;

const kept = [
  ["words", "Grüße, 世界, привет"],
  ["ZWNJ within a Persian word", "می\u200cخواهم"],
  ["ZWJ within a word of Sinhala", "ක\u0DCA\u200Dර"],
  ["an emoji of several people", "👩🏽\u200D🚀 👨\u200D👩\u200D👧"],
  ["a heart, and a flag with colours", "❤\uFE0F 🏳\uFE0F\u200D🌈"],
  ["a key with a digit", "1\uFE0F\u20E3"],
  ["the flag of Scotland", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"],
  ["another look of a character", "葛\u{E0100}"],
  ["Hebrew and Arabic", "שלום عالم"],
] as const;

describe("a text of one line", () => {
  it.each(unseen)("has no %s, which is left out where others' is shown", (_what, character) => {
    for (const text of [`pay${character}pal`, `${character}a`, `a ${character}`, character]) {
      expect(isPlainText(text)).toBe(false);
      expect(plainText(text)).toBe(text.replaceAll(character, ""));
      expect(isPlainText(plainText(text))).toBe(true);
    }
    expect(replaceUnseen(`a${character}b`, () => "?")).toBe("a?b");
  });

  it.each(kept)("has %s", (_what, text) => {
    expect(isPlainText(text)).toBe(true);
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ["at an end", "a\u200D"],
    ["at a beginning", "\u200Ca"],
    ["beside a space", "a\u200D b"],
    ["in a row", "a\u200D\u200Db"],
    ["between digits", "1\u200C2"],
  ])("has no joiner %s", (_where, text) => {
    expect(isPlainText(text)).toBe(false);
    expect(plainText(text)).toBe(text.replaceAll(/[\u200C\u200D]/g, ""));
  });

  it.each([
    ["a look of a filler, which is a letter", "\u3164\uFE00"],
    ["a joiner behind a look of nothing", " \uFE0F\u200Db"],
    ["two looks of one character", "葛\u{E0100}\u{E0101}"],
    ["a look of a letter that has one", "a\uFE01"],
    ["tags that are no flag", "🏴\u{E0067}\u{E0062}\u{E007F}"],
  ])("has not %s, which could hide another text", (_what, text) => {
    expect(isPlainText(text)).toBe(false);
    expect(isPlainText(plainText(text))).toBe(true);
  });

  it("has nothing unseen once it was left out, whatever stands beside what", () => {
    const pieces = fc.constantFrom(
      ...unseen.map(([, one]) => one),
      ..."a1#世葛🏴👩🏽 \u200D\u200C\uFE0F\u{E0100}\u180B\u{E0067}\u{E0062}",
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = plainText(parts.join(""));
        expect([isPlainText(text), plainText(text)]).toEqual([true, text]);
      }),
    );
  });

  it("has line breaks and tabs where it may have several lines, and spaces in their stead where it may not", () => {
    expect([isPlainText("a\nb"), isPlainParagraphs("a\r\n\tb"), isPlainParagraphs("a\u2028b")]).toEqual([
      false,
      true,
      false,
    ]);
    expect(plainText("a\r\n\tb")).toBe("a b");
  });
});
