import { compileCondition } from "@hoplog/platform/plans/condition.js";
import { createLocalTime } from "@hoplog/platform/plans/localTime.js";
import type { Visit } from "@hoplog/platform/plans/visit.js";
import { type Condition, continents, devices, weekdays } from "@hoplog/schema/links/options/condition.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { replayRules } from "./replay.ts";

const linkId = "01900000-0000-7000-8000-0000000000aa";
const from = new Date("2026-01-01T00:00:00Z");
const to = new Date("2026-12-31T00:00:00Z");
const zones = ["UTC", "Europe/Vienna", "Asia/Kathmandu"];

/** A click as stored by ingest. */
const facts = fc.record({
  at: fc.integer({ min: from.getTime(), max: to.getTime() - 1 }),
  country: fc.constantFrom("AT", "DE", "US", "BR", ""),
  city: fc.constantFrom("Vienna", "Vienna (Neubau)", "Vienna (Josefstadt)", "São Paulo", ""),
  device: fc.constantFrom(...devices),
  os: fc.constantFrom("iOS", "Windows", "macOS", ""),
  languages: fc.constantFrom("de", "de-AT", "en-GB,en", "fr-CH,fr", ""),
  referrer: fc.constantFrom("example.com", "news.example.com", "ample.com", ""),
  utm_source: fc.constantFrom("mail", "ad"),
  isBot: fc.boolean(),
});
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

const some = <T>(...values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const isIn = fc.constantFrom("in" as const, "notIn" as const);
const field = <F extends string>(
  name: F,
  values: fc.Arbitrary<string[]>,
  op: fc.Arbitrary<"in" | "notIn" | "contains"> = isIn,
) => fc.record({ field: fc.constant(name), op, values });
const ofText = fc.constantFrom("in" as const, "notIn" as const, "contains" as const);
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  field("country", some("at", "US", "JP")),
  field("city", some("vienna", "Vienna (neubau)", "SAO PAULO")),
  field("continent", some(...continents)),
  field("device", some(...devices)),
  field("os", some("ios", "win", "Windows", "Mac OS"), ofText),
  field("language", some("de", "en", "en-GB", "fr-FR")),
  field("referrer", some("example.com", "www.news.example.com", ""), isIn),
  field("referrer", some("news", "ample"), fc.constant("contains" as const)),
  field("visitor", some("person", "bot")),
  field("weekday", some(...weekdays)),
  field("hour", some("0", "5", "12", "23")),
  fc.record({
    field: fc.constantFrom("before" as const, "after" as const),
    op: fc.constant("in" as const),
    values: some("2026-06-01T00:00:00.000Z"),
  }),
  fc.record({
    field: fc.constant("query" as const),
    op: ofText,
    name: fc.constant("utm_source"),
    values: some("mail", "a"),
  }),
);
const condition = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ all: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("node") }),
  ),
})).node;

/** The test's click as a redirector sees it. */
function visitOf(click: Facts): Visit {
  return {
    at: click.at,
    address: new Uint8Array(16),
    query: `utm_source=${click.utm_source}`,
    hasGivenPassword: () => false,
    knownArm: 0,
    place: () => ({ country: click.country, region: "", city: click.city }),
    agent: () => ({ device: click.device, os: click.os, browser: "" }),
    languages: () => (click.languages === "" ? [] : click.languages.split(",")),
    referrer: () => click.referrer,
    botReason: () => (click.isBot ? "crawler" : ""),
  };
}

let api: TestApi;
let user: TestUser;
const clicks = fc.sample(facts, { numRuns: 400, seed: 20_261_123 });
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  await api.services.clickhouse.insert({
    table: "clicks",
    format: "JSONEachRow",
    values: clicks.map(({ at, isBot, ...columns }, i) => ({
      owner_id: user.id,
      link_id: linkId,
      at: (at / 1000).toFixed(3),
      click_id: `01900000-0000-7000-8000-${String(i).padStart(12, "0")}`,
      is_bot: isBot,
      bot_rules: 1,
      ...columns,
    })),
  });
});
afterAll(() => api.close());

const replay = (conditions: readonly Condition[], timeZone: string) =>
  replayRules(api.services.clickhouse, {
    link: { ownerId: user.id, id: linkId },
    rules: conditions.map((when, i) => ({ number: i + 1, name: "", when, then: { blocked: true } })),
    timeZone,
    from,
    to,
  });

it("finds the rules that redirects would have gone by, for any rules", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(condition, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...zones),
      async (rules, zone) => {
        const each = rules.map((when) => compileCondition(when, createLocalTime(zone)));
        const matched = clicks.map((click) => each.findIndex((matches) => matches(visitOf(click))));
        const expected = (rule: number) => ({
          clicks: matched.filter((found) => found === rule).length,
          people: clicks.filter(({ isBot }, i) => !isBot && matched[i] === rule).length,
        });
        const replayed = await replay(rules, zone);
        expect(replayed.rules).toEqual(rules.map((_, i) => expected(i)));
        expect(replayed.noRule).toEqual(expected(-1));
        expect(replayed.undetermined).toEqual({ clicks: 0, people: 0 });
      },
    ),
    { numRuns: 150 },
  );
});

it("says what can't be told, and counts what can be told in spite of it", async () => {
  const address: Condition = { field: "address", op: "matches", values: ["10.0.0.0/8"] };
  const known: Condition = { field: "visitor", op: "in", values: ["bot"] };
  const bots = clicks.filter(({ isBot }) => isBot).length;
  const either = await replay([{ any: [known, address] }, { field: "country", op: "in", values: ["AT"] }], "UTC");
  expect(either).toMatchObject({
    total: { clicks: clicks.length },
    rules: [{ clicks: bots, people: 0 }, { clicks: 0 }],
    noRule: { clicks: 0 },
    undetermined: { clicks: clicks.length - bots, people: clicks.length - bots },
    unavailable: ["Visitor addresses are not stored"],
  });
  const both = await replay([{ all: [known, address] }], "UTC");
  expect(both).toMatchObject({
    rules: [{ clicks: 0 }],
    noRule: { clicks: clicks.length - bots },
    undetermined: { clicks: bots },
  });
  const parameter: Condition = { field: "query", op: "exists", name: "ref", values: [] };
  expect(await replay([parameter], "UTC")).toMatchObject({
    undetermined: { clicks: 400 },
    unavailable: ["The parameter ref is not stored"],
  });
  expect(await replay([], "UTC")).toMatchObject({ total: { clicks: 400 }, rules: [], noRule: { clicks: 400 } });
});
