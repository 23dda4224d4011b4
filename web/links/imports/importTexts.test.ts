import { describe, expect, it } from "vitest";
import type { LinkImportFieldsFragment } from "../../graphql/generated/graphql.ts";
import { importText, isSettled, lossLines, visitsText } from "./importTexts.ts";

const job: LinkImportFieldsFragment = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  source: "BITLY",
  fileName: "links.csv",
  state: "READY",
  total: 1203,
  toMake: 1200,
  existing: 0,
  refused: 0,
  losses: [],
  done: 0,
  failed: 0,
  problem: null,
  visitsState: "NONE",
  visitsLinks: 0,
  visitsDone: 0,
  visitsBrought: 0,
  visitsProblem: null,
};

describe("what an import says", () => {
  it.each<[Partial<LinkImportFieldsFragment>, string]>([
    [{}, "1,200 URLs will be created"],
    [{ toMake: 1, existing: 2, refused: 3 }, "1 URL will be created, 2 imported before, 3 can't be imported"],
    [{ state: "READING" }, "Reading: 1,203 rows"],
    [{ state: "RUNNING", done: 4, failed: 1 }, "Creating 1,200 URLs: 5 done"],
    [{ state: "DONE", done: 1199, failed: 1 }, "1,199 URLs created, 1 failed"],
    [{ state: "CANCELLED", done: 5 }, "Stopped: 5 URLs created"],
    [{ state: "FAILED", problem: "There are no links in this file" }, "There are no links in this file"],
  ])("%j is %s", (changed, text) => {
    expect(importText({ ...job, ...changed })).toBe(text);
  });

  it.each<[Partial<LinkImportFieldsFragment>, string]>([
    [{}, ""],
    [{ visitsLinks: 1 }, "Clicks that they had come along afterwards, counted apart: 1 URL"],
    [
      { state: "DONE", visitsState: "RUNNING", visitsLinks: 12, visitsDone: 3, visitsBrought: 2509 },
      "Bringing their clicks: 3 of 12 URLs, 2,509 imported clicks",
    ],
    [
      { state: "DONE", visitsState: "DONE", visitsLinks: 1, visitsBrought: 1, visitsProblem: "It refuses the key" },
      "1 imported click. The service tells no more (It refuses the key): the rest come as numbers alone",
    ],
    [{ state: "DONE", visitsState: "CANCELLED", visitsLinks: 2 }, "0 imported clicks, and then stopped"],
    [{ state: "CANCELLED", visitsLinks: 2 }, ""],
  ])("says of clicks that links had: %j", (changed, text) => {
    expect(visitsText({ ...job, ...changed })).toBe(text);
  });

  it("is settled once its clicks have come", () => {
    expect(isSettled({ ...job, state: "DONE", visitsState: "RUNNING" })).toBe(false);
    expect(isSettled({ ...job, state: "DONE", visitsState: "DONE" })).toBe(true);
  });

  it("names each kind of loss", () => {
    const losses: LinkImportFieldsFragment["losses"] = [
      { kind: "PASSWORD", links: 2 },
      { kind: "CODE", links: 1000 },
    ];
    expect(lossLines({ ...job, losses })).toEqual([
      "Password lost, and switched off: 2 URLs",
      "Another short URL: 1,000 URLs",
    ]);
  });
});
