import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { describe, expect, it } from "vitest";
import { createMatcher } from "../safety/blocklist/matching.ts";
import { inDefaultDomain } from "../core/place.ts";
import { adaptLink } from "./adaptLink.ts";
import { planOf } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";
import { readLink } from "./sources/readLink.ts";

const services = {
  ownHosts: ["localhost"],
  blocklist: { current: () => ({ matcher: createMatcher([]), revision: 0n }) },
};
const context = { findPlace: inDefaultDomain, domain: undefined, now: new Date("2026-11-01T00:00:00Z"), visits: null };

function adapted(cells: Readonly<Record<string, unknown>>) {
  const { csv } = readers;
  const link = readLink(csv, planOf(csv.columns), { url: "https://a.example/", ...cells });
  const result = adaptLink(services, link, context);
  if (result instanceof HoplogError) throw result;
  return result;
}

describe("a link that doesn't fit as a whole", () => {
  it.each<[Readonly<Record<string, unknown>>, string, string]>([
    [{ tags: "news|Sales, Europe" }, "tags", "Tag 'Sales, Europe' contains a comma"],
    [{ tags: "x".repeat(limits.tagNameMax + 1) }, "tags", "is not valid: Tag name cannot exceed"],
    [
      { tags: Array.from({ length: limits.tagsPerLink + 1 }, (_, n) => `t${n}`).join("|") },
      "tags",
      `Tag 't${limits.tagsPerLink}' is omitted`,
    ],
    [{ group: "x".repeat(limits.groupNameMax + 1) }, "group", `Group 'xxx`],
    [{ code: "no/such code" }, "code", "Short URL no/such code: "],
    [{ domain: "go.example" }, "domain", "go.example is not a domain of your workspace"],
    [{ Team: "Sales" }, "column", 'Column Team "Sales" is not imported'],
  ])("names what is dropped, with its value: %j", (cells, kind, message) => {
    const { losses, link } = adapted(cells);
    expect(losses).toContainEqual({ kind, message: expect.stringContaining(message) });
    expect(link.isActive).toBe(true);
  });

  it.each<[Readonly<Record<string, unknown>>]>([
    [{ password: "x" }],
    [{ status: "paused" }],
    [{ status: "whatever" }],
    [{ expires: "soon" }],
    [{ "secret handshake": "x" }],
  ])("is switched off rather than open to more visitors: %j", (cells) => {
    expect(adapted(cells).link.isActive).toBe(false);
  });

  it.each([
    [0, false],
    [1, true],
  ])("of our own export with %d visits left is switched on: %s", (visitsLeft, isActive) => {
    const record = { originalUrl: "https://a.example/", options: { maxClicks: 5, visitsLeft } };
    const link = readLink(readers.hoplog, planOf(readers.hoplog.columns), record);
    expect(adaptLink(services, link, context)).toMatchObject({
      link: { isActive },
      parsed: { options: { maxClicks: 5 } },
    });
  });

  it("is switched off when an option that restricts it is refused", () => {
    const link = readLink(readers.hoplog, planOf(readers.hoplog.columns), {
      originalUrl: "https://a.example/",
      options: { notBefore: "2027-01-01T00:00:00Z", expiresAt: "2026-12-01T00:00:00Z", rules: "none" },
    });
    expect(adaptLink(services, link, context)).toMatchObject({
      link: { isActive: false },
      losses: expect.arrayContaining([
        {
          kind: "restriction",
          message: expect.stringMatching(/^expiresAt 2026-12-01T00:00:00Z: .*is created inactive$/),
        },
        { kind: "rules", message: expect.stringContaining("rules none") },
      ]),
    });
  });
});
