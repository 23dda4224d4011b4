import { expect, it } from "vitest";
import { groupedBySource, referrersOf, sourceOf } from "./sources.ts";

it.each([
  ["com.google.android.googlequicksearchbox", "Google"],
  ["google.com", "Google"],
  ["google.de", "Google"],
  ["facebook.com", "Facebook"],
  ["m.facebook.com", "Facebook"],
  ["l.facebook.com", "Facebook"],
  ["lm.facebook.com", "Facebook"],
  ["l.instagram.com", "Instagram"],
  ["t.co", "Twitter"],
  ["com.linkedin.android", "LinkedIn"],
  ["com.google.android.gm", "Gmail"],
  ["org.telegram.messenger", "Telegram"],
  ["news.example", "news.example"],
  ["t.com.example", "t.com.example"],
  ["", ""],
])("takes %j for %j", (referrer, source) => {
  expect(sourceOf(referrer)).toBe(source);
});

it("finds the referrers of a source in any case", () => {
  expect(referrersOf("facebook")).toEqual(
    expect.arrayContaining(["facebook.com", "m.facebook.com", "lm.facebook.com"]),
  );
  expect(referrersOf("Google")).toContain("com.google.android.googlequicksearchbox");
  expect(referrersOf("news.example")).toEqual(["news.example"]);
  expect(referrersOf("")).toEqual([""]);
});

it("gives every referrer of a source back to it", () => {
  for (const source of ["Google", "Facebook", "Yahoo!"])
    expect(new Set(referrersOf(source).map(sourceOf))).toEqual(new Set([source]));
});

it("adds up the clicks of a source, most first, equal ones by name", () => {
  const clicked = { "b.example": 1, "google.de": 1, "google.com": 2, "a.example": 1, "": 1 };
  const referrers = Object.entries(clicked).map(([value, clicks]) => ({ value, clicks }));
  expect(groupedBySource(referrers)).toEqual([
    { value: "Google", clicks: 3 },
    ...["", "a.example", "b.example"].map((value) => ({ value, clicks: 1 })),
  ]);
});
