import { describe, expect, it } from "vitest";
import { mayBeMistyped, nearestWords, swapped, typosBetween, wordsOf } from "./typos.ts";

describe("wordsOf", () => {
  it("gives what stands between other signs, folded, each once", () => {
    expect(wordsOf("Spring campaign 12\nhttps://www.Example.com/spring-über_x?a=1")).toEqual([
      "spring",
      "campaign",
      "12",
      "https",
      "www",
      "example",
      "com",
      "uber",
      "x",
      "a",
      "1",
    ]);
    expect(wordsOf("–, –")).toEqual([]);
  });
});

describe("typosBetween", () => {
  it.each([
    ["campaign", "campaign", 0],
    ["camaign", "campaign", 1],
    ["gogle", "google", 1],
    ["invioce", "invoice", 1],
    ["postre", "poster", 1],
    ["marketting", "marketing", 1],
    ["conferense", "conference", 1],
    ["anouncment", "announcement", 2],
    ["ca", "abc", 3],
    ["spring", "winter", 3],
    ["a", "abcd", 3],
    ["", "ab", 2],
  ])("%s and %s: %i", (one, other, typos) => {
    expect(typosBetween(one, other)).toBe(typos);
    expect(typosBetween(other, one)).toBe(typos);
  });
});

describe("nearestWords", () => {
  const known = ["campaign", "camping", "google", "goggle", "newsletter", "announcement", "spring"];
  it.each([
    ["camaign", ["campaign"]],
    ["gogle", ["google", "goggle"]],
    // The search matches words that are typed only in part.
    ["newlet", ["newslet"]],
    ["anouncment", ["announcement"]],
    // A short word with two typos matches nothing.
    ["sprgni", []],
    ["xyz", []],
  ])("of %s are %j", (word, nearest) => {
    expect(nearestWords(word, known)).toEqual(nearest);
  });

  it("are five at most, the first ones", () => {
    expect(nearestWords("bose", ["base", "bone", "bode", "hose", "nose", "rose"])).toEqual([
      "base",
      "bone",
      "bode",
      "hose",
      "nose",
    ]);
  });
});

it("swaps neighbours, but not the first two", () => {
  expect(swapped("abbc")).toEqual(["abcb"]);
  expect(swapped("form")).toEqual(["from", "fomr"]);
});

it("takes codes, numbers and short words as they are", () => {
  expect(["camaign", "gogl", "abc", "q4report", "2026"].filter(mayBeMistyped)).toEqual(["camaign", "gogl"]);
});
