import { HoplogError, type FieldError } from "@hoplog/schema/errors.js";
import { linkOptionsSchema } from "@hoplog/schema/links/options/options.js";
import { describe, expect, it } from "vitest";
import { parseLinkChanges, parseNewLink } from "../input.ts";
import type { LinkInput } from "../linkChanges.ts";

const own = ["sho.rt"];
const link = { name: "n", originalUrl: "https://example.com/" };
const url = "https://example.com/there";
const country = { field: "country", op: "in", values: ["DE"] };
const rule = { when: country, then: { url } };
const ruleFor = (when: unknown) => ({ rules: [{ when, then: { url } }] });
const ruleTo = (then: unknown) => ({ rules: [{ when: country, then }] });
const arm = { url, weight: 1 };

const optionsOf = (input: LinkInput) => parseNewLink({ ...link, ...input }, own).options;

function problemsOf(input: LinkInput): readonly FieldError[] {
  try {
    parseNewLink({ ...link, ...input }, own);
  } catch (error) {
    if (error instanceof HoplogError && error.type === "VALIDATION_ERROR") return error.details.fields ?? [];
    throw error;
  }
  return [];
}
const fieldsOf = (input: LinkInput) => problemsOf(input).map(({ field }) => field);

function nested(depth: number, within: (inner: unknown) => unknown): unknown {
  let when: unknown = country;
  for (let i = 0; i < depth; i++) when = within(when);
  return when;
}

describe("options that say nothing", () => {
  it.each<LinkInput>([
    {},
    { notBefore: null, expiresAt: "", expiredUrl: " ", timeZone: "UTC", redirectStatus: 302 },
    { maxClicks: null, maxClicksUrl: " " },
    { timeZone: "utc" },
    { forwardQuery: false, appendPath: false, hideDestination: false, allowIndexing: null, passClickId: false },
    { forwardQueryMode: "theirsWin" },
    { rules: [], split: null, preview: {} },
    { preview: { title: " ", description: null, imageUrl: "" } },
  ])("are not kept: %j", (input) => {
    expect(optionsOf(input)).toEqual({});
  });

  it("clear what is there in an edit, and what is absent stays", () => {
    const changes = { timeZone: "UTC", forwardQuery: false, rules: [], preview: {}, redirectStatus: 302 };
    expect(parseLinkChanges(changes, own).options).toEqual({
      timeZone: null,
      forwardQuery: null,
      rules: null,
      preview: null,
      redirectStatus: null,
    });
    expect(parseLinkChanges({ name: "n" }, own)).toEqual({ name: "n" });
  });
});

describe("options are kept", () => {
  it("with instants in UTC; local ones are meant in the time zone", () => {
    const times = { notBefore: "2026-12-24T18:00", expiresAt: "2026-12-24T18:00Z" };
    expect(optionsOf({ ...times, timeZone: "Asia/Tokyo" })).toEqual({
      notBefore: "2026-12-24T09:00:00.000Z",
      expiresAt: "2026-12-24T18:00:00.000Z",
      timeZone: "Asia/Tokyo",
    });
    const when = { field: "before", op: "in", values: ["2026-12-24T18:00"] };
    const edited = parseLinkChanges({ notBefore: "2026-12-24T18:00", ...ruleFor(when) }, own, "Europe/Berlin");
    expect(edited.options?.notBefore).toBe("2026-12-24T17:00:00.000Z");
    expect(edited.options?.rules?.[0]?.when).toMatchObject({ values: ["2026-12-24T17:00:00.000Z"] });
    // A time zone in the input takes precedence, even if null selects the default zone.
    const cleared = parseLinkChanges({ notBefore: "2026-12-24T18:00", timeZone: null }, own, "Europe/Berlin");
    expect(cleared.options).toEqual({ notBefore: "2026-12-24T18:00:00.000Z", timeZone: null });
  });

  it("with an expiry that is a day up to the end of the day in the link's time zone", () => {
    expect(optionsOf({ expiresAt: "2026-12-24", timeZone: "Asia/Tokyo" })).toMatchObject({
      expiresAt: "2026-12-24T15:00:00.000Z",
    });
    expect(optionsOf({ notBefore: "2026-12-24", expiresAt: "2026-12-24" })).toEqual({
      notBefore: "2026-12-24T00:00:00.000Z",
      expiresAt: "2026-12-25T00:00:00.000Z",
    });
  });

  it("with a mode of forwarding queries that is not the default one", () => {
    const options = { forwardQuery: true, forwardQueryMode: "keepMine" };
    expect(optionsOf(options)).toEqual(options);
  });

  it("with texts trimmed and URLs normalised", () => {
    expect(
      optionsOf({
        expiredUrl: " HTTPS://Example.com ",
        preview: { title: " T ", imageUrl: "https://example.com/ü.png" },
        rules: [{ ...rule, name: "  First  " }],
      }),
    ).toMatchObject({
      expiredUrl: "https://example.com/",
      preview: { title: "T", imageUrl: "https://example.com/%C3%BC.png" },
      rules: [{ number: 1, name: "First" }],
    });
  });

  it("with the number of a new count beside its maximum", () => {
    expect(optionsOf({ maxClicks: 1, maxClicksUrl: "https://Example.com" })).toEqual({
      maxClicks: 1,
      maxClicksUrl: "https://example.com/",
      capNumber: 1,
    });
    expect(optionsOf({ maxClicks: 1_000_000_000 })).toEqual({ maxClicks: 1_000_000_000, capNumber: 1 });
    expect(parseLinkChanges({ maxClicks: null }, own).options).toEqual({ maxClicks: null });
    // Callers cannot set the cap's number.
    const sent: object = { maxClicks: 2, capNumber: 7 };
    expect(optionsOf(sent)).toEqual({ maxClicks: 2, capNumber: 1 });
  });

  it("with numbers from 1 on, whichever were sent", () => {
    const split = { arms: [{ ...arm, number: 7 }, arm] };
    const rules = [{ ...rule, number: 9 }, rule, { when: country, then: { split } }];
    const options = optionsOf({ rules, split });
    expect(options.rules?.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(options.rules?.[2]?.then).toMatchObject({ split: { arms: [{ number: 1 }, { number: 2 }], sticky: false } });
    expect(options.split).toMatchObject({ arms: [{ number: 3 }, { number: 4 }] });
    expect(linkOptionsSchema.parse(options)).toEqual(options);
  });

  it.each<[string, string, string[], string[]]>([
    ["country", "in", ["de", "AT", "DE"], ["DE", "AT"]],
    ["continent", "notIn", ["eu"], ["EU"]],
    ["region", "in", ["Île-de-France"], ["Île-de-France"]],
    ["language", "in", ["DE-at", "zh-hant-tw"], ["de-AT", "zh-Hant-TW"]],
    ["device", "in", ["MOBILE", "unknown"], ["mobile", "Unknown"]],
    ["os", "contains", [" Windows "], ["Windows"]],
    ["weekday", "in", ["Monday"], ["monday"]],
    ["hour", "in", ["07", "23", "7"], ["7", "23"]],
    ["visitor", "notIn", ["bot"], ["bot"]],
    [
      "address",
      "matches",
      ["203.0.113.0/24", "2001:DB8::/32", "::1", "::ffff:192.0.2.0/120", "::ffff:192.0.2.1"],
      ["203.0.113.0/24", "2001:db8::/32", "::1", "192.0.2.0/24", "192.0.2.1"],
    ],
    ["after", "in", ["2026-01-01T00:00+01:00"], ["2025-12-31T23:00:00.000Z"]],
  ])("with values of %s as they are compared", (field, op, values, kept) => {
    expect(optionsOf(ruleFor({ field, op, values })).rules?.[0]?.when).toEqual({ field, op, values: kept });
  });

  it.each([
    [{ field: "query", op: "exists", name: "utm" }, { values: [] }],
    [{ field: "query", op: "exists", name: "utm", values: [] }, {}],
    [{ field: "query", op: "in", name: "utm", values: [""] }, {}],
    [{ field: "before", values: ["2026-01-01T00:00:00.000Z"] }, { op: "in" }],
    [{ field: "country", op: "in", values: ["XK"], all: null, any: undefined, not: null, name: null }, {}],
    [nested(3, (inner) => ({ all: [inner] })), {}],
    [nested(2, (not) => ({ not })), {}],
  ])("with conditions such as %j", (when, more) => {
    expect(optionsOf(ruleFor(when)).rules?.[0]?.when).toMatchObject(more);
  });

  it("up to every limit", () => {
    const rules = Array.from({ length: 32 }, () => ({ when: { any: [country, country] }, then: { blocked: true } }));
    expect(optionsOf({ rules }).rules).toHaveLength(32);
    const values = Array.from({ length: 100 }, (_, i) => `10.0.${i}.0/24`);
    expect(optionsOf(ruleFor({ field: "address", op: "matches", values })).rules).toHaveLength(1);
    const arms = Array.from({ length: 10 }, (_, i) => ({ url, weight: i * 100 }));
    expect(optionsOf({ split: { arms } }).split?.arms).toHaveLength(10);
  });
});

describe("options are refused", () => {
  it.each<[string, LinkInput]>([
    ["notBefore", { notBefore: "soon" }],
    ["notBefore", { notBefore: 1766592000000 }],
    ["expiresAt", { expiresAt: "2026-02-30" }],
    ["expiresAt", { notBefore: "2026-02-02", expiresAt: "2026-02-01" }],
    ["expiredUrl", { expiredUrl: "ftp://example.com/" }],
    ["expiredUrl", { expiredUrl: 1 }],
    ["expiredUrl", { expiredUrl: "https://sho.rt/x" }],
    ["expiredUrl", { expiredUrl: `https://example.com/${"x".repeat(8200)}` }],
    ...[0, -1, 1.5, "3", 1e12, Number.NaN, true, []].map((maxClicks): [string, LinkInput] => [
      "maxClicks",
      { maxClicks },
    ]),
    ["maxClicksUrl", { maxClicksUrl: "https://sho.rt/x" }],
    ["maxClicksUrl", { maxClicksUrl: "nowhere" }],
    ["timeZone", { timeZone: "Mars/Olympus" }],
    ["timeZone", { timeZone: "+01:00" }],
    ["timeZone", { timeZone: "x".repeat(100) }],
    ["timeZone", { timeZone: {} }],
    ["forwardQuery", { forwardQuery: "yes" }],
    ["forwardQueryMode", { forwardQueryMode: "mine" }],
    ["redirectStatus", { redirectStatus: 303 }],
    ["redirectStatus", { redirectStatus: "301" }],
    ["preview", { preview: "text" }],
    ["preview", { preview: { titel: "x" } }],
    ["preview.title", { preview: { title: "x".repeat(201) } }],
    ["preview.title", { preview: { title: "a\0b" } }],
    ["preview.description", { preview: { description: 5 } }],
    ["preview.imageUrl", { preview: { imageUrl: "javascript:alert(1)" } }],
    ["rules", { rules: {} }],
    ["rules", { rules: "[]" }],
    ["rules", { rules: Array.from({ length: 33 }, () => rule) }],
    ["rules.1", { rules: [rule, null] }],
    ["rules.0", { rules: [{ ...rule, on: 1 }] }],
    ["rules.0.number", { rules: [{ ...rule, number: 0 }] }],
    ["rules.0.number", { rules: [{ ...rule, number: 1.5 }] }],
    ["rules.0.name", { rules: [{ ...rule, name: "x".repeat(101) }] }],
    ["rules.0.name", { rules: [{ ...rule, name: "\ud800" }] }],
    ["rules.0.when", { rules: [{ then: { url } }] }],
    ["rules.0.then", { rules: [{ when: country }] }],
    ["rules.2.then.url", { rules: [rule, rule, { when: country, then: { url: "nowhere" } }] }],
    ["rules.0.then.url", ruleTo({ url: "https://sho.rt/loop" })],
    ["rules.0.then", ruleTo({})],
    ["rules.0.then", ruleTo({ url, blocked: true })],
    ["rules.0.then", ruleTo({ blocked: false })],
    ["rules.0.then", ruleTo({ blocked: "yes" })],
    ["rules.0.then.split.arms", ruleTo({ split: { arms: [arm] } })],
    ["split", { split: [] }],
    ["split.arms", { split: {} }],
    ["split.arms", { split: { arms: Array.from({ length: 11 }, () => arm) } }],
    ["split.arms", { split: { arms: [arm, arm].map((one) => ({ ...one, weight: 0 })) } }],
    ["split.arms.1.weight", { split: { arms: [arm, { url }] } }],
    ["split.arms.1.weight", { split: { arms: [arm, { url, weight: 1001 }] } }],
    ["split.arms.0.url", { split: { arms: [{ weight: 1 }, arm] } }],
    ["split.sticky", { split: { arms: [arm, arm], sticky: "yes" } }],
    ["rules.0.when", ruleFor({})],
    ["rules.0.when", ruleFor([country])],
    ["rules.0.when", ruleFor({ ...country, all: [country] })],
    ["rules.0.when", ruleFor({ all: [country], any: [country] })],
    ["rules.0.when", ruleFor({ all: [country], values: ["x"] })],
    ["rules.0.when", ruleFor({ country: "DE" })],
    ["rules.0.when.all", ruleFor({ all: [] })],
    ["rules.0.when.any", ruleFor({ any: country })],
    ["rules.0.when.all.1.not.field", ruleFor({ all: [country, { not: { field: "planet" } }] })],
    ["rules.0.when.op", ruleFor({ field: "country", op: "contains", values: ["D"] })],
    ["rules.0.when.op", ruleFor({ field: "country", values: ["DE"] })],
    ["rules.0.when.op", ruleFor({ field: "address", op: "in", values: ["::1"] })],
    ["rules.0.when.values", ruleFor({ field: "country", op: "in" })],
    ["rules.0.when.values", ruleFor({ field: "country", op: "in", values: [] })],
    ["rules.0.when.values", ruleFor({ field: "after", op: "in", values: ["2026-01-01", "2026-01-02"] })],
    ["rules.0.when.values", ruleFor({ field: "query", op: "exists", name: "a", values: ["b"] })],
    ["rules.0.when.values", ruleFor({ field: "os", op: "in", values: Array.from({ length: 101 }, () => "x") })],
    ["rules.0.when.values.1", ruleFor({ field: "country", op: "in", values: ["DE", "Germany"] })],
    ["rules.0.when.values.0", ruleFor({ field: "country", op: "in", values: ["QQ"] })],
    ["rules.0.when.values.0", ruleFor({ field: "continent", op: "in", values: ["XX"] })],
    ["rules.0.when.values.0", ruleFor({ field: "language", op: "in", values: ["german!"] })],
    ["rules.0.when.values.0", ruleFor({ field: "device", op: "in", values: ["fridge"] })],
    ["rules.0.when.values.0", ruleFor({ field: "weekday", op: "in", values: ["1"] })],
    ["rules.0.when.values.0", ruleFor({ field: "hour", op: "in", values: ["24"] })],
    ["rules.0.when.values.0", ruleFor({ field: "hour", op: "in", values: [7] })],
    ["rules.0.when.values.0", ruleFor({ field: "visitor", op: "in", values: ["human"] })],
    ["rules.0.when.values.0", ruleFor({ field: "before", op: "in", values: ["noon"] })],
    ["rules.0.when.values.0", ruleFor({ field: "city", op: "in", values: [" "] })],
    ["rules.0.when.values.0", ruleFor({ field: "city", op: "in", values: ["a\nb"] })],
    ["rules.0.when.values.0", ruleFor({ field: "city", op: "in", values: ["x".repeat(201)] })],
    ...["1.2.3", "0x7f.1", "256.0.0.1", "10.0.0.0/33", "::/129", "::ffff:1.2.3.4/90", "fe80::1%eth0", "host"].map(
      (value): [string, LinkInput] => [
        "rules.0.when.values.0",
        ruleFor({ field: "address", op: "matches", values: [value] }),
      ],
    ),
    ["rules.0.when.name", ruleFor({ field: "query", op: "in", values: ["x"] })],
    ["rules.0.when.name", ruleFor({ ...country, name: "x" })],
    ["rules.0.when.all.0.all.0.all.0", ruleFor(nested(4, (inner) => ({ all: [inner] })))],
    ["rules", { rules: [{ when: { all: Array.from({ length: 64 }, () => country) }, then: { url } }, rule] }],
  ])("on %s: %j", (field, input) => {
    expect(fieldsOf(input)).toEqual([field]);
    expect(problemsOf(input)[0]?.message).toMatch(/^[A-Z]/);
  });

  it("all at once, each at its place", () => {
    const rules = [{ when: { field: "hour", op: "in", values: ["25"] }, then: { url: "x" } }];
    expect(fieldsOf({ name: "", timeZone: "x", split: {}, rules })).toEqual([
      "name",
      "timeZone",
      "rules.0.when.values.0",
      "rules.0.then.url",
      "split.arms",
    ]);
  });

  it("where they are too large together", () => {
    const values = Array.from({ length: 100 }, (_, i) => `${i}${"x".repeat(190)}`);
    const when = { field: "city", op: "in", values };
    expect(problemsOf(ruleFor(when))).toEqual([]);
    expect(problemsOf({ rules: [when, when].map((one) => ({ when: one, then: { url } })) })).toEqual([
      { field: "rules", message: "The options are too large together. Use fewer rules, fewer values or shorter texts" },
    ]);
  });
});

describe("what is meant to cost much is refused at once", () => {
  it.each<[string, string, unknown]>([
    ["groups in groups", "rules.0.when.not.not.not", nested(100_000, (not) => ({ not }))],
    ["lists in lists", "rules.0.when", nested(100_000, (inner) => [inner])],
    ["a long list", "rules.0.when.all", { all: Array.from({ length: 1_000_000 }, () => country) }],
  ])("%s", (_what, field, when) => {
    expect(fieldsOf(ruleFor(when))).toEqual([field]);
  });

  it("a wide tree of groups", () => {
    const wide = (depth: number): unknown =>
      depth === 0 ? country : { all: Array.from({ length: 64 }, () => wide(depth - 1)) };
    const when = wide(3);
    expect(fieldsOf({ rules: Array.from({ length: 32 }, () => ({ when, then: { url } })) })).toEqual(["rules"]);
  });
});

describe("a visit without a referrer", () => {
  it("is asked for by an empty one, which is no part of any", () => {
    const asked = (op: string) => ruleFor({ field: "referrer", op, values: [" ", "News.Example"] });
    expect(optionsOf(asked("in")).rules?.[0]?.when).toEqual({
      field: "referrer",
      op: "in",
      values: ["", "news.example"],
    });
    expect(problemsOf(asked("contains"))).toEqual([{ field: "rules.0.when.values.0", message: "Must not be blank" }]);
  });
});
