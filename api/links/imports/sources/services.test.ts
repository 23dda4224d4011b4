import { HoplogError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { describe, expect, it } from "vitest";
import { createMatcher } from "../../safety/blocklist/matching.ts";
import { inDefaultDomain } from "../../core/place.ts";
import { adaptLink } from "../adaptLink.ts";
import { planOf } from "./columnPlan.ts";
import { readers } from "./readers.ts";
import { readLink } from "./readLink.ts";

const read = (source: ImportSource, record: Readonly<Record<string, unknown>>) =>
  readLink(readers[source], planOf(readers[source].columns), record);
const services = { ownHosts: [], blocklist: { current: () => ({ matcher: createMatcher([]), revision: 0n }) } };

/** Reads a Shlink link with one rule per condition, and returns the rules that can be converted. */
function shlinkRules(...conditions: readonly (readonly [type: string, matchValue: string])[]) {
  const redirectRules = conditions.map(([type, matchValue], i) => ({
    longUrl: "https://b.example/",
    priority: i + 1,
    conditions: [{ type, matchKey: null, matchValue }],
  }));
  const link = read("shlink", { shortCode: "abcd", longUrl: "https://a.example/", redirectRules });
  const adapted = adaptLink(services, link, {
    findPlace: inDefaultDomain,
    domain: undefined,
    now: new Date(),
    visits: null,
  });
  if (adapted instanceof HoplogError) throw adapted;
  return { rules: adapted.parsed.options.rules ?? [], losses: adapted.losses };
}

describe("each service to the letter", () => {
  it.each<[string, string, readonly string[]]>([
    ["device", "macos", ["macOS"]],
    ["device", "chromeos", ["Chrome OS"]],
    ["device", "desktop", ["desktop"]],
    ["language", "pt_BR", ["pt-BR"]],
    ["language", "pt", ["pt"]],
  ])("Shlink: %s %s", (type, value, values) => {
    expect(shlinkRules([type, value])).toMatchObject({ rules: [{ when: { values } }], losses: [] });
  });

  it("Shlink: drops only rules that can't be read, and names them", () => {
    const { rules, losses } = shlinkRules(["language", "not a language"], ["device", "ios"], ["language", "de"]);
    expect(rules.map(({ name }) => name)).toEqual(["Rule 2", "Rule 3"]);
    expect(losses).toEqual([{ kind: "rules", message: expect.stringMatching(/^Rule 1 Rule 1: /) }]);
  });

  it("Dub: splits until a test is over, and knows the page of a domain", () => {
    const [one, other] = ["https://b.example/", "https://c.example/"];
    const testVariants = [
      { url: one, percentage: 50 },
      { url: other, percentage: 50 },
    ];
    const link = { url: "https://a.example/", key: "k", testVariants };
    expect(read("dub", link).input["split"]).toMatchObject({ arms: [{ url: one }, { url: other }] });
    const over = read("dub", { ...link, testCompletedAt: "2024-03-01T10:00:00.000Z" }).input;
    expect(over).not.toHaveProperty("split");
    expect(over["rules"]).toMatchObject([{ when: { field: "before" }, then: { split: { sticky: true } } }]);
    const root = read("dub", { ...link, key: "_root" });
    expect(root).toMatchObject({ input: { shortUrl: "" }, losses: [{ kind: "code" }] });
  });

  it("Short.io: passes the query on unless told otherwise, and knows an empty path", () => {
    const link = { originalURL: "https://a.example/", path: "p", shortURL: "https://s.example/p" };
    expect(read("shortio", { ...link, skipQS: false }).input).toMatchObject({ forwardQuery: true });
    expect(read("shortio", { ...link, skipQS: true }).input).not.toHaveProperty("forwardQuery");
    const root = read("shortio", { ...link, path: "", shortURL: "https://s.example/" });
    expect(root).toMatchObject({ input: { shortUrl: "" }, losses: [{ kind: "code" }] });
  });

  it.each<[ImportSource, Readonly<Record<string, unknown>>, string, string]>([
    ["dub", { url: "x", geo: { DE: "https://d.example/", AT: 5 } }, "rules", "The rule for AT has no valid URL: 5"],
    ["shortio", { originalURL: "x", countryTargeting: "DE" }, "rules", "The rules DE can't be read"],
    [
      "shortio",
      { originalURL: "x", splitURL: "y", splitPercent: "many" },
      "rules",
      "The split of many % can't be read",
    ],
    ["csv", { url: "x", geolocations: '{"DE":["a"]}' }, "rules", 'The rule for DE has no valid URL: ["a"]'],
    ["shlink", { longUrl: "x", meta: "odd" }, "column", 'Column meta "odd" is not imported'],
    ["hoplog", { originalUrl: "x", options: "odd", tagColours: { a: "red" } }, "restriction", 'options "odd"'],
    [
      "thirstyaffiliates",
      { "Destination URL": "x", "Geolocations Links": "AU:https://a.example/;AU:https://b.example/" },
      "rules",
      "The geolocation AU:https://b.example/",
    ],
  ])("%s: names what it can't read of %j", (source, record, kind, message) => {
    expect(read(source, record).losses).toEqual([{ kind, message: expect.stringContaining(message) }]);
  });

  it("ThirstyAffiliates: has a name that is a setting's default", () => {
    const record = { Name: "global", "Destination URL": "https://a.example/", _ta_redirect_type: "global" };
    expect(read("thirstyaffiliates", record)).toMatchObject({ input: { name: "global" }, losses: [] });
  });

  it("Bitly: names further back-halves and deep links, and has an own domain and an expiry", () => {
    const link = read("bitly", {
      id: "go.acme.example/x",
      long_url: "https://a.example/",
      custom_bitlinks: ["https://go.acme.example/one", "https://bit.ly/two"],
      deeplinks: [{ os: "ios", app_uri_path: "/a" }],
      expiration_at: "2030-01-01T00:00:00+0000",
    });
    expect(link).toMatchObject({
      id: "go.acme.example/x",
      input: { shortUrl: "one", domain: "go.acme.example", expiresAt: "2030-01-01T00:00:00.000Z" },
    });
    expect(link.losses).toEqual([
      {
        kind: "code",
        message: "The additional back-half https://bit.ly/two is omitted, because a link has only one short code",
      },
      { kind: "rules", message: expect.stringContaining("/a") },
    ]);
  });

  it.each([
    ['["news","promo"]', ["news", "promo"]],
    ["[]", []],
    ["{a,b}", ["a", "b"]],
    ['{"a b",c}', ["a b", "c"]],
    ["{}", []],
    ["a, b", ["a", "b"]],
  ])("lists of tags in a cell: %s", (tags, expected) => {
    expect(read("csv", { url: "https://a.example/", tags }).input.tags).toEqual(expected);
  });

  it("a date that day and month leave open closes the link until its order is chosen", () => {
    const record = { url: "https://a.example/", expires: "03/04/2030" };
    expect(read("csv", record).losses).toMatchObject([
      { kind: "restriction", message: expect.stringContaining("ambiguous") },
    ]);
    const chosen = readLink(readers.csv, planOf(readers.csv.columns, {}, "monthFirst"), record);
    expect(chosen).toMatchObject({ input: { expiresAt: "2030-03-04" }, losses: [] });
  });
});
