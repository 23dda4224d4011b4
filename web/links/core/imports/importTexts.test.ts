import { describe, expect, it } from "vitest";
import type { LinkImportFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { importText, isSettled, lossLines, sources, visitsText } from "./importTexts.ts";

const job: LinkImportFieldsFragment = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  source: "bitly",
  fileName: "links.csv",
  name: "links.csv",
  columns: [],
  dates: null,
  warnings: [],
  state: "ready",
  total: 1203,
  toCreate: 1200,
  existing: 0,
  rejected: 0,
  losses: [],
  done: 0,
  failed: 0,
  problem: null,
  visitsState: "none",
  visitsLinks: 0,
  visitsDone: 0,
  visitsImported: 0,
  visitsProblem: null,
};

describe("what an import says", () => {
  it.each<[Partial<LinkImportFieldsFragment>, string]>([
    [{}, "1,200 URLs will be created"],
    [{ toCreate: 1, existing: 2, rejected: 3 }, "1 URL will be created, 2 imported before, 3 can't be imported"],
    [{ state: "reading" }, "Reading: 1,203 rows"],
    [{ state: "running", done: 4, failed: 1 }, "Creating 1,200 URLs: 5 done"],
    [{ state: "done", done: 1199, failed: 1 }, "1,199 URLs created, 1 failed"],
    [{ state: "cancelled", done: 5 }, "Stopped: 5 URLs created"],
    [{ state: "failed", problem: "The file contains no links" }, "The file contains no links"],
  ])("%j is %s", (changed, text) => {
    expect(importText({ ...job, ...changed })).toBe(text);
  });

  it.each<[Partial<LinkImportFieldsFragment>, string]>([
    [{}, ""],
    [{ visitsLinks: 1 }, "Clicks that they had come along afterwards, counted apart: 1 URL"],
    [
      { state: "done", visitsState: "running", visitsLinks: 12, visitsDone: 3, visitsImported: 2509 },
      "Bringing their clicks: 3 of 12 URLs, 2,509 imported clicks",
    ],
    [
      {
        state: "done",
        visitsState: "done",
        visitsLinks: 1,
        visitsImported: 1,
        visitsProblem: "The source rejected the API key",
      },
      "1 imported click. The service tells no more (The source rejected the API key): the rest come as numbers alone",
    ],
    [{ state: "done", visitsState: "cancelled", visitsLinks: 2 }, "0 imported clicks, and then stopped"],
    [{ state: "cancelled", visitsLinks: 2 }, ""],
  ])("says of clicks that links had: %j", (changed, text) => {
    expect(visitsText({ ...job, ...changed })).toBe(text);
  });

  it("is settled once its clicks have come", () => {
    expect(isSettled({ ...job, state: "done", visitsState: "running" })).toBe(false);
    expect(isSettled({ ...job, state: "done", visitsState: "done" })).toBe(true);
  });

  it("names each kind of loss", () => {
    const losses: LinkImportFieldsFragment["losses"] = [
      { kind: "password", links: 2 },
      { kind: "code", links: 1000 },
    ];
    expect(lossLines({ ...job, losses })).toEqual([
      "Password lost, and switched off: 2 URLs",
      "Another short URL: 1,000 URLs",
    ]);
  });
});

it("lists any file first, our own archive last, and services by name between them", () => {
  const labels = sources.map(({ label }) => label);
  expect([labels[0], labels.at(-1)]).toEqual(["Any CSV file", "hoplog"]);
  const services = labels.slice(1, -1);
  expect(services).toEqual(services.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(services).toContain("ThirstyAffiliates (WordPress)");
});
