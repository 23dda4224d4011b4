import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { describe, expect, it } from "vitest";
import { optionChanges } from "./history.ts";

const url = "https://example.com/";
const country = { field: "country", op: "in", values: ["AT", "DE"] } as const;
const arms = [
  { number: 1, name: "", url, weight: 1 },
  { number: 2, name: "B", url: `${url}b`, weight: 3 },
];
const textOf = (options: LinkOptions) => optionChanges({ from: {}, to: options }).map(({ to }) => to);

describe("a change of options in words", () => {
  it("has both ends of each option, also where one is the default", () => {
    const from: LinkOptions = { redirectStatus: 301, forwardQuery: true, expiredUrl: url };
    const to: LinkOptions = { redirectStatus: 307, timeZone: "Europe/Vienna" };
    expect(optionChanges({ from, to })).toEqual([
      { field: "expiredUrl", from: url, to: null },
      { field: "timeZone", from: "UTC", to: "Europe/Vienna" },
      { field: "forwardQuery", from: "true", to: "false" },
      { field: "redirectStatus", from: "301", to: "307" },
    ]);
    expect(optionChanges({ from: { redirectStatus: 308 }, to: {} })).toEqual([
      { field: "redirectStatus", from: "308", to: "302" },
    ]);
  });

  it("says how many visits a cap allows, and nothing of its number", () => {
    const capped: LinkOptions = { maxClicks: 100, maxClicksUrl: url, capNumber: 1 };
    expect(optionChanges({ from: {}, to: capped })).toEqual([
      { field: "maxClicks", from: null, to: "100" },
      { field: "maxClicksUrl", from: null, to: url },
    ]);
    expect(optionChanges({ from: { maxClicks: 100, capNumber: 1 }, to: { maxClicks: 5, capNumber: 2 } })).toEqual([
      { field: "maxClicks", from: "100", to: "5" },
    ]);
  });

  it.each<[LinkOptions, string]>([
    [{ preview: { title: "T", imageUrl: url } }, `T; ${url}`],
    [{ split: { arms, sticky: false } }, `Arm 1 (1) ${url}, B (3) ${url}b`],
    [{ split: { arms, sticky: true } }, `Arm 1 (1) ${url}, B (3) ${url}b, returning visitors get the same one`],
    [
      {
        rules: [
          { number: 1, name: "", when: { all: [country, { not: { any: [country] } }] }, then: { url } },
          {
            number: 2,
            name: "Bots",
            when: { field: "visitor", op: "notIn", values: ["person"] },
            then: { blocked: true },
          },
          { number: 3, name: "Q", when: { field: "query", op: "exists", values: [], name: "q" }, then: { url } },
          {
            number: 4,
            name: "",
            when: { any: [{ field: "before", op: "in", values: ["2027-01-01T00:00:00.000Z"] }, country] },
            then: { split: { arms, sticky: false } },
          },
        ],
      },
      `Rule 1: if country is AT, DE and (not (country is AT, DE)), then ${url}; ` +
        "Bots: if visitor is not person, then blocked; " +
        `Q: if query q is present, then ${url}; ` +
        `Rule 4: if before 2027-01-01T00:00:00.000Z or country is AT, DE, then Arm 1 (1) ${url}, B (3) ${url}b`,
    ],
  ])("names %j", (options, text) => {
    expect(textOf(options)).toEqual([text]);
  });

  it("is cut where it is long", () => {
    const long = { number: 1, name: "", url: `${url}${"x".repeat(900)}`, weight: 1 };
    const [text] = textOf({ split: { arms: [long, long], sticky: false } });
    expect(text).toHaveLength(1000);
    expect(text).toMatch(/…$/);
  });
});
