import { describe, expect, it } from "vitest";
import { timeZone as browserZone } from "../../../core/live/timeZone.ts";
import { grouped, newQuestion } from "./conditions.ts";
import { type LinkOptions, optionValues } from "./drafts.ts";
import { changedOptions } from "./input.ts";
import { copyOf, newArm, newRule, newSplit } from "./newDrafts.ts";
import type { OptionValues } from "./values.ts";

const question = { field: null, op: null, values: null, name: null };
const plain: LinkOptions = {
  notBefore: null,
  expiresAt: null,
  expiredUrl: null,
  maxClicks: null,
  maxClicksUrl: null,
  timeZone: null,
  forwardQuery: null,
  forwardQueryMode: null,
  appendPath: null,
  redirectStatus: null,
  preview: null,
  hideDestination: null,
  allowIndexing: null,
  passClickId: null,
  hasPassword: false,
  rules: null,
  split: null,
};
const arms = [
  { number: 4, name: "Red", url: "https://example.com/red", weight: 3 },
  { number: 7, name: "", url: "https://example.com/blue", weight: 1 },
];
const full: LinkOptions = {
  notBefore: "2026-07-01T07:00:00.000Z",
  expiresAt: "2026-12-24T17:00:00.000Z",
  expiredUrl: "https://example.com/over",
  maxClicks: 100,
  maxClicksUrl: "https://example.com/sold-out",
  timeZone: "Europe/Berlin",
  forwardQuery: true,
  forwardQueryMode: "keepMine",
  appendPath: true,
  redirectStatus: 307,
  preview: { title: "Title", description: null, imageUrl: null },
  hideDestination: true,
  allowIndexing: true,
  passClickId: true,
  hasPassword: true,
  rules: [
    {
      number: 2,
      name: "Phones",
      when: {
        ...question,
        any: [
          { ...question, field: "device", op: "in", values: ["mobile"], all: null, any: null, not: null },
          {
            ...question,
            all: null,
            any: null,
            not: {
              ...question,
              field: "before",
              op: "in",
              values: ["2026-12-24T17:00:00.000Z"],
              all: null,
              any: null,
              not: null,
            },
          },
        ],
        all: null,
        not: null,
      },
      then: { url: null, split: { arms, sticky: true }, blocked: null },
    },
    {
      number: 5,
      name: "",
      when: { ...question, field: "query", op: "exists", values: [], name: "secret", all: null, any: null, not: null },
      then: { url: null, split: null, blocked: true },
    },
  ],
  split: { arms, sticky: false },
};

/** Returns the input that is sent after a change. */
function sent(options: LinkOptions, change: (values: OptionValues) => Partial<OptionValues>) {
  const before = optionValues(options);
  return changedOptions(before, { ...before, ...change(before) });
}

describe("the options of a link in its form", () => {
  it("are sent where they have changed, and only there", () => {
    expect(sent(plain, () => ({}))).toEqual({});
    expect(sent(full, () => ({}))).toEqual({});
    expect(sent(full, () => ({ redirectStatus: "302" }))).toEqual({ redirectStatus: 302 });
    expect(sent(plain, () => ({ forwardQuery: true, hideDestination: true }))).toEqual({
      forwardQuery: true,
      hideDestination: true,
    });
  });

  it("are cleared by what is blank", () => {
    const blank = { expiresAt: "", expiredUrl: " ", maxClicks: " ", maxClicksUrl: "", rules: [], split: null };
    const preview = { title: "", description: " ", imageUrl: "" };
    expect(sent(full, () => ({ ...blank, preview }))).toEqual({
      expiresAt: null,
      expiredUrl: null,
      maxClicks: null,
      maxClicksUrl: null,
      preview: null,
      rules: null,
      split: null,
    });
    expect(sent(full, () => ({ ...blank, notBefore: "" }))).toMatchObject({ timeZone: null });
  });

  it("have a number of people, and what is none is something else than blank", () => {
    expect(sent(plain, () => ({ maxClicks: " 25 " }))).toEqual({ maxClicks: 25 });
    expect(sent(full, () => ({ maxClicks: "0100" }))).toEqual({});
    for (const maxClicks of ["ten", "-1", "1.5", "0"])
      expect(sent(plain, () => ({ maxClicks }))).toEqual({ maxClicks: 0 });
  });

  it("have times in the zone that the form says: another one is another instant", () => {
    expect(sent(plain, () => ({ notBefore: "2026-07-01T09:00", timeZone: "Europe/Berlin" }))).toEqual({
      notBefore: "2026-07-01T07:00:00.000Z",
      timeZone: "Europe/Berlin",
    });
    const moved = sent(full, () => ({ timeZone: "UTC" }));
    expect(moved).toMatchObject({ notBefore: "2026-07-01T09:00:00.000Z", timeZone: "UTC" });
    expect(JSON.stringify(moved.rules)).toContain("2026-12-24T18:00:00.000Z");
  });

  it("have the browser's time zone until something happens at a time, and then the link's", () => {
    expect(optionValues(plain).timeZone).toBe(browserZone);
    expect(optionValues({ ...plain, expiresAt: "2026-07-01T07:00:00.000Z" })).toMatchObject({
      timeZone: "UTC",
      expiresAt: "2026-07-01T07:00",
    });
  });

  it("keep the server's numbers of rules and arms, and new ones have none", () => {
    const { rules } = sent(full, ({ rules }) => ({ rules: [...rules.toReversed(), ...rules.map(copyOf), newRule()] }));
    expect(rules?.map(({ number }) => number)).toEqual([5, 2, undefined, undefined, undefined]);
    expect(rules?.[1]?.then.split?.arms.map(({ number }) => number)).toEqual([4, 7]);
    expect(rules?.[2]?.then.split?.arms.map(({ number }) => number)).toEqual([undefined, undefined]);
    const { split } = sent(full, ({ split }) => ({
      split: split && { ...split, arms: [newArm("https://example.com/"), ...split.arms] },
    }));
    expect(split?.arms.map(({ number, weight }) => [number, weight])).toEqual([
      [undefined, 1],
      [4, 3],
      [7, 1],
    ]);
  });

  it("have rules as the server reads them", () => {
    const { rules } = sent(full, ({ rules }) => ({
      rules: rules.map((rule) => ({ ...rule, name: ` ${rule.name}!` })),
    }));
    expect(rules).toEqual([
      {
        number: 2,
        name: "Phones!",
        when: {
          any: [
            { field: "device", op: "in", values: ["mobile"] },
            { not: { field: "before", op: "in", values: ["2026-12-24T17:00:00.000Z"] } },
          ],
        },
        then: { split: { arms, sticky: true } },
      },
      {
        number: 5,
        name: "!",
        when: { all: [{ field: "query", op: "exists", values: [], name: "secret" }] },
        then: { blocked: true },
      },
    ]);
  });

  it("leave out what was typed for another kind of destination", () => {
    const rule = { ...newRule(), when: grouped(newQuestion()) };
    const then = { kind: "url" as const, url: " https://example.com/ ", split: newSplit("https://example.com/x") };
    const { rules } = sent(plain, () => ({ rules: [{ ...rule, then }] }));
    expect(rules?.[0]?.then).toEqual({ url: "https://example.com/" });
  });
});
