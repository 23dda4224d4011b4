import { HoplogError } from "@hoplog/schema/errors.js";
import { csvLine } from "@hoplog/schema/csv.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createMatcher } from "../../links/safety/blocklist/matching.ts";
import { adaptLink } from "../../links/imports/adaptLink.ts";
import { readRecords } from "../../links/imports/records.ts";
import { planOfFile } from "../../links/imports/sources/columnPlan.ts";
import { readers } from "../../links/imports/sources/readers.ts";
import { readLink } from "../../links/imports/sources/readLink.ts";
import { inDefaultDomain } from "../../links/core/place.ts";
import { linkCsvLine, linkHeading } from "./linkCsvLine.ts";

const services = {
  ownHosts: ["localhost"],
  blocklist: { current: () => ({ matcher: createMatcher([]), revision: 0n }) },
};
const now = new Date("2026-11-01T00:00:00Z");

const text = (maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom(..."aü7=+-@'\"|;,[{ ".split("")), minLength: 1, maxLength })
    .map((one) => `${one.trim()}x`.replaceAll(/\s+/g, " "));
const url = fc.constantFrom("https://a.example/", "https://b.example/?a=1&b=%20#c", "https://c.example/a,b;c");
const instant = fc.date({ min: new Date(0), max: now, noInvalidDate: true });

const rules: NonNullable<LinkOptions["rules"]> = [
  { number: 1, name: "DE", when: { field: "country", op: "in", values: ["DE"] }, then: { blocked: true } },
];
const optionsOfLink = fc.record(
  {
    notBefore: fc.constant("2020-01-01T00:00:00.000Z"),
    expiresAt: fc.constant("2040-01-01T00:00:00.000Z"),
    expiredUrl: url,
    maxClicks: fc.integer({ min: 1, max: 1000 }),
    maxClicksUrl: url,
    forwardQuery: fc.constant(true as const),
    appendPath: fc.constant(true as const),
    redirectStatus: fc.constantFrom(301 as const, 307 as const, 308 as const),
    hideDestination: fc.constant(true as const),
    allowIndexing: fc.constant(true as const),
    passClickId: fc.constant(true as const),
    preview: fc.record({ title: text(20) }),
    rules: fc.constant(rules),
    passwordId: fc.constant("0199d1c2-0000-7000-8000-000000000009"),
  },
  { requiredKeys: [] },
);
const link = fc.record({
  name: text(40),
  code: fc.stringMatching(/^[a-z][a-z0-9]{4,10}$/),
  originalUrl: url,
  isActive: fc.boolean(),
  createdAt: instant,
  archivedAt: fc.option(instant),
  note: fc.option(text(60)),
  externalId: fc.option(text(20)),
  options: optionsOfLink,
  tags: fc.uniqueArray(
    text(10).map((tag) => tag.replaceAll(",", "").trim()),
    { maxLength: 4, selector: (tag) => tag.toLowerCase() },
  ),
  isFavourite: fc.boolean(),
  isUsedUp: fc.boolean(),
  isBanned: fc.boolean(),
});

function importedAgain(file: string) {
  const { records, reading } = readRecords(null, Buffer.from(file), { isLast: true, source: "csv", needs: [] });
  const plan = planOfFile(readers.csv, {}, reading?.columns ?? []);
  const source = readLink(readers.csv, plan, records[0]?.record ?? {});
  const fitted = adaptLink(services, source, { findPlace: inDefaultDomain, domain: undefined, now, visits: null });
  if (fitted instanceof HoplogError) throw fitted;
  return fitted;
}

it("a line of links.csv is imported as the link that it was, except for what the report names", () => {
  fc.assert(
    fc.property(link, ({ tags, isFavourite, isUsedUp, isBanned, ...exported }) => {
      const row = {
        ...exported,
        id: "0199d1c2-0000-7000-8000-000000000001",
        groupId: null,
        banReason: isBanned ? "Phishing" : null,
        listedUrl: null,
        listingReason: null,
        updatedAt: now,
      };
      const { maxClicks, passwordId, ...kept } = exported.options;
      const isClosed = passwordId !== undefined || (maxClicks !== undefined && isUsedUp);
      const visitsLeft = maxClicks === undefined ? null : isUsedUp ? 0 : maxClicks;
      const facts = { shortUrl: "", people: 0, all: 0, visitsLeft, tags, isFavourite, destination: null };
      const { link: made, parsed, losses } = importedAgain(`${csvLine(linkHeading)}${linkCsvLine(row, facts)}`);
      expect(parsed).toMatchObject({
        name: exported.name,
        code: exported.code,
        originalUrl: exported.originalUrl,
        note: exported.note,
        externalId: exported.externalId,
        tags,
      });
      expect(parsed.options).toMatchObject({ ...kept, ...(maxClicks !== undefined && { maxClicks }) });
      expect(made).toMatchObject({
        isActive: exported.isActive && !isBanned && !isClosed,
        isArchived: exported.archivedAt !== null,
        createdAt: exported.createdAt.toISOString(),
      });
      expect(made.isFavourite ?? false).toBe(isFavourite);
      expect(losses.map(({ kind }) => kind).toSorted()).toEqual([
        ...(passwordId === undefined ? [] : ["password"]),
        ...(maxClicks !== undefined && isUsedUp ? ["restriction"] : []),
      ]);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ["options that can't be read", '"{""maxClicks"": 5"', "restriction"],
  ["options of a later release", '"{""only"": [""x""]}"', "options"],
])("names %s", (_what, cell, kind) => {
  const { losses, link: made } = importedAgain(`original URL,options\r\nhttps://a.example/,${cell}\r\n`);
  expect([losses.map((loss) => loss.kind), made.isActive]).toEqual([[kind], kind !== "restriction"]);
});
