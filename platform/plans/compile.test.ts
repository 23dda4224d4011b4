import { continents, type Condition, devices, weekdays } from "@hoplog/schema/links/options/condition.js";
import { type LinkOptions, linkOptionsSchema } from "@hoplog/schema/links/options/options.js";
import type { Split, Then } from "@hoplog/schema/links/options/rule.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentBotReason } from "../visitor/botRules.ts";
import { continent } from "../visitor/continent.ts";
import { compilePlan, type Decision } from "./compile.ts";
import type { Visit } from "./visit.ts";

const url = "https://example.com/";
const at = Date.parse("2026-11-23T12:00:00Z");
const visitor: Visit = {
  at,
  address: new Uint8Array(16),
  query: "",
  hasGivenPassword: () => false,
  knownArm: 0,
  place: () => ({ country: "AT", region: "", city: "" }),
  agent: () => ({ device: "desktop", os: "Linux", browser: "Firefox" }),
  languages: () => [],
  referrer: () => "",
  botReason: () => "",
};
const arms = [
  { number: 1, name: "a", url: "https://a.example/", weight: 1 },
  { number: 2, name: "b", url: "https://b.example/", weight: 3 },
  { number: 3, name: "none", url: "https://c.example/", weight: 0 },
];

function decide(options: LinkOptions, visit: Partial<Visit> = {}, random = 0): Decision {
  return compilePlan(linkOptionsSchema.parse(options)).decide(url, { ...visitor, ...visit }, () => random);
}

describe("a plan", () => {
  it("leads nowhere before its time, and where its owner says after it", () => {
    const options = { notBefore: "2026-11-23T12:00:00.000Z", expiresAt: "2026-11-24T00:00:00.000Z" };
    expect(decide(options, { at: at - 1 })).toEqual({ kind: "notYet" });
    expect(decide(options)).toMatchObject({ kind: "redirect", url, status: 302, rule: 0, arm: 0 });
    expect(decide(options, { at: Date.parse("2026-11-24T00:00:00Z") })).toEqual({ kind: "expired", url: null });
    const expiredUrl = "https://example.com/over";
    expect(decide({ ...options, expiredUrl }, { at: at + 1e9 })).toEqual({ kind: "expired", url: expiredUrl });
  });

  it("goes by the first rule that matches, and names it", () => {
    const austria: Condition = { field: "country", op: "in", values: ["AT"] };
    const rules = [
      { number: 7, name: "", when: { not: austria }, then: { blocked: true as const } },
      { number: 4, name: "", when: austria, then: { url: "https://example.at/" } },
      { number: 9, name: "", when: austria, then: { url: "https://never.example/" } },
    ];
    expect(decide({ rules })).toMatchObject({ kind: "redirect", url: "https://example.at/", rule: 4 });
    const place = () => ({ country: "DE", region: "", city: "" });
    expect(decide({ rules }, { place })).toEqual({ kind: "blocked", rule: 7 });
  });

  it("redirects the browser alone where Office requests the URL first", () => {
    const { decide, cap } = compilePlan({ maxClicks: 1, capNumber: 1 });
    const outlook = "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)";
    const browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
    const decisions = [outlook, browser].map((userAgent) =>
      decide(url, { ...visitor, botReason: () => agentBotReason(userAgent) }, () => 0),
    );
    expect(cap).toEqual({ number: 1, max: 1 });
    expect(decisions).toMatchObject([
      { kind: "uncounted", botReason: "link preview: Microsoft Office" },
      { kind: "redirect", url },
    ]);
  });

  it("shows a preview to its crawlers alone", () => {
    const options = { preview: { title: "A title" }, redirectStatus: 301 as const };
    expect(decide(options, { botReason: () => "link preview: Slackbot" })).toEqual({ kind: "preview" });
    expect(decide(options, { botReason: () => "crawler: Googlebot" })).toMatchObject({ kind: "redirect", status: 301 });
  });

  it("divides visits by weight", () => {
    const split = { arms, sticky: false };
    const armAt = (random: number) => decide({ split }, {}, random);
    expect([0, 0.2499, 0.25, 0.9999].map((random) => armAt(random))).toMatchObject([
      { arm: 1 },
      { arm: 1 },
      { arm: 2 },
      { arm: 2 },
    ]);
    expect(decide({ split }, { knownArm: 1 }, 0.5)).toMatchObject({ arm: 2, isSticky: false });
  });

  it("gives a visitor who comes again the same arm, as long as it gets visits", () => {
    const split = { arms, sticky: true };
    expect(decide({ split }, { knownArm: 1 }, 0.9)).toMatchObject({ arm: 1, isSticky: true });
    expect(decide({ split }, { knownArm: 3 }, 0.9)).toMatchObject({ arm: 2 });
    expect(decide({ split }, { knownArm: 99 }, 0.9)).toMatchObject({ arm: 2 });
  });
});

const text = fc.constantFrom("AT", "DE", "US", "", "x");
const leaf = fc.oneof(
  fc.record({
    field: fc.constant("country" as const),
    op: fc.constantFrom("in" as const, "notIn" as const),
    values: fc.array(text, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant("continent" as const),
    op: fc.constant("in" as const),
    values: fc.array(fc.constantFrom(...continents), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant("device" as const),
    op: fc.constantFrom("in" as const, "notIn" as const),
    values: fc.array(fc.constantFrom(...devices), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant("weekday" as const),
    op: fc.constant("in" as const),
    values: fc.array(fc.constantFrom(...weekdays), { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant("query" as const),
    op: fc.constantFrom("in" as const, "exists" as const),
    name: fc.constantFrom("a", "b"),
    values: fc.array(text),
  }),
);
const condition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({ all: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("node") }),
  ),
})).node;
const someSplit: fc.Arbitrary<Split> = fc.record({
  arms: fc
    .array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 4 })
    .filter((weights) => weights.some((weight) => weight > 0))
    .map((weights) =>
      weights.map((weight, i) => ({ number: i + 1, name: "", url: `https://arm.example/${i}`, weight })),
    ),
  sticky: fc.boolean(),
});
const then: fc.Arbitrary<Then> = fc.oneof(
  fc.record({ url: fc.constantFrom("https://one.example/", "https://two.example/") }),
  fc.record({ split: someSplit }),
  fc.constant({ blocked: true as const }),
);
const someOptions = fc.record(
  {
    rules: fc
      .array(fc.record({ when: condition, then }), { minLength: 1, maxLength: 5 })
      .map((rules) => rules.map((rule, i) => ({ number: i + 1, name: "", ...rule }))),
    split: someSplit,
  },
  { requiredKeys: [] },
);
const facts = fc.record({
  country: text,
  device: fc.constantFrom(...devices),
  query: fc.constantFrom("", "a=AT", "b=x&a=DE", "b"),
  at: fc.integer({ min: 0, max: 4e12 }),
  knownArm: fc.integer({ min: 0, max: 5 }),
});
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

/** Returns whether a visit meets a condition: a simple implementation, based only on the description of the rules. */
function holds(when: Condition, visit: Facts): boolean {
  if ("all" in when) return !when.all.some((one) => !holds(one, visit));
  if ("any" in when) return when.any.filter((one) => holds(one, visit)).length > 0;
  if ("not" in when) return !holds(when.not, visit);
  if (when.field === "query") {
    const given = new URLSearchParams(visit.query).getAll(when.name ?? "");
    return when.op === "exists" ? given.length > 0 : given.some((value) => when.values.includes(value));
  }
  const values: Readonly<Record<string, string | undefined>> = {
    country: visit.country,
    continent: continent(visit.country),
    device: visit.device,
    weekday: weekdays[new Date(visit.at).getUTCDay()],
  };
  const value = values[when.field];
  const among = when.values.some((one) => one.toLowerCase() === value?.toLowerCase());
  return when.op === "notIn" ? !among : among;
}

it("agrees with a naive reading of any rules, for any visitor", () => {
  fc.assert(
    fc.property(
      someOptions,
      facts,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (options, visit, random) => {
        const decision = decide(
          options,
          {
            at: visit.at,
            query: visit.query,
            knownArm: visit.knownArm,
            place: () => ({ country: visit.country, region: "", city: "" }),
            agent: () => ({ device: visit.device, os: "", browser: "" }),
          },
          random,
        );
        const rule = options.rules?.find(({ when }) => holds(when, visit));
        const expected: Then = rule?.then ?? (options.split ? { split: options.split } : { url });
        const number = rule?.number ?? 0;
        if ("blocked" in expected) {
          expect(decision).toEqual({ kind: "blocked", rule: number });
        } else if ("url" in expected) {
          expect(decision).toMatchObject({ url: expected.url, rule: number, arm: 0 });
        } else {
          const each = expected.split.arms.flatMap((arm) => Array.from({ length: arm.weight }, () => arm));
          const known = each.find((arm) => expected.split.sticky && arm.number === visit.knownArm);
          const arm = known ?? each[Math.floor(random * each.length)];
          expect(decision).toMatchObject({ url: arm?.url, rule: number, arm: arm?.number });
        }
      },
    ),
    { numRuns: 2000 },
  );
});
