import type { Condition } from "@hoplog/schema/links/options/condition.js";
import { describe, expect, it } from "vitest";
import { createAddressBytes } from "../visitor/address.ts";
import { compileCondition } from "./condition.ts";
import { createLocalTime } from "./localTime.ts";
import type { Visit } from "./visit.ts";

const bytesOf = createAddressBytes();
const visit: Visit = {
  at: Date.parse("2026-11-22T23:30:00Z"),
  address: bytesOf("203.0.113.7"),
  query: "src=mail&tag=a&tag=b%20c&empty&Utm_Source=Cafe%CC%81&amp;utm_medium=post",
  hasGivenPassword: () => false,
  knownArm: 0,
  place: () => ({ country: "AT", region: "Vienna", city: "Vienna" }),
  agent: () => ({ device: "mobile", os: "iOS", browser: "Mobile Safari" }),
  languages: () => ["en-GB", "de"],
  referrer: () => "news.example.com",
  botReason: () => "",
};

function matches(condition: Condition, over: Partial<Visit> = {}, timeZone = "UTC"): boolean {
  return compileCondition(condition, createLocalTime(timeZone))({ ...visit, ...over });
}

describe("a condition on a field", () => {
  it.each<[string, Condition, boolean]>([
    ["a country", { field: "country", op: "in", values: ["DE", "AT"] }, true],
    ["not a country", { field: "country", op: "notIn", values: ["AT"] }, false],
    ["a continent", { field: "continent", op: "in", values: ["EU"] }, true],
    ["a city by one of its districts", { field: "city", op: "in", values: ["Vienna (Neubau)"] }, false],
    ["a city without regard to accents", { field: "city", op: "in", values: ["Viénna"] }, true],
    ["a city without regard to case", { field: "city", op: "in", values: ["vienna"] }, true],
    ["a region", { field: "region", op: "in", values: ["Tyrol"] }, false],
    ["a language with its regions", { field: "language", op: "in", values: ["en"] }, true],
    ["a language of a region itself", { field: "language", op: "in", values: ["en-GB"] }, true],
    ["a language of another region", { field: "language", op: "in", values: ["en-US"] }, false],
    ["a region of what is asked for without one", { field: "language", op: "in", values: ["de-AT"] }, false],
    ["none of languages", { field: "language", op: "notIn", values: ["fr", "de"] }, false],
    ["a device", { field: "device", op: "in", values: ["mobile"] }, true],
    ["a part of a browser", { field: "browser", op: "contains", values: ["safari"] }, true],
    ["an operating system", { field: "os", op: "notIn", values: ["Android"] }, true],
    ["an operating system by another name", { field: "os", op: "in", values: ["Mac OS", "ipados"] }, true],
    ["a part of an operating system by another name", { field: "os", op: "contains", values: ["iPadOS"] }, true],
    ["a referrer by its domain", { field: "referrer", op: "in", values: ["example.com"] }, true],
    ["a referrer that only ends alike", { field: "referrer", op: "in", values: ["ample.com"] }, false],
    ["no referrer", { field: "referrer", op: "in", values: [""] }, false],
    ["a parameter that is there", { field: "query", op: "exists", name: "empty", values: [] }, true],
    ["a parameter that is not", { field: "query", op: "exists", name: "other", values: [] }, false],
    ["any of a parameter's values", { field: "query", op: "in", name: "tag", values: ["b c"] }, true],
    ["a parameter without a value", { field: "query", op: "in", name: "empty", values: [""] }, true],
    ["a parameter without a value, of one that has", { field: "query", op: "in", name: "src", values: [""] }, false],
    ["a parameter without a value, of a missing one", { field: "query", op: "in", name: "no", values: [""] }, false],
    ["a part of a parameter", { field: "query", op: "contains", name: "src", values: ["ma"] }, true],
    ["not a parameter's value", { field: "query", op: "notIn", name: "src", values: ["mail"] }, false],
    ["not the value of a missing parameter", { field: "query", op: "notIn", name: "no", values: ["mail"] }, true],
    ["a network", { field: "address", op: "matches", values: ["203.0.113.0/29"] }, true],
    ["a network next to it", { field: "address", op: "matches", values: ["203.0.113.8/29"] }, false],
    ["an address", { field: "address", op: "matches", values: ["203.0.113.7"] }, true],
    ["everybody of IPv4", { field: "address", op: "matches", values: ["0.0.0.0/0"] }, true],
    ["IPv6 alone", { field: "address", op: "matches", values: ["2001:db8::/32"] }, false],
    ["a campaign in capitals", { field: "query", op: "in", name: "UTM_SOURCE", values: ["Caf\u00e9"] }, true],
    [
      "a campaign in another normal form",
      { field: "query", op: "in", name: "utm_source", values: ["Cafe\u0301"] },
      true,
    ],
    ["a campaign behind an escaped ampersand", { field: "query", op: "exists", name: "utm_medium", values: [] }, true],
    ["a weekday", { field: "weekday", op: "in", values: ["sunday"] }, true],
    ["an hour", { field: "hour", op: "in", values: ["23"] }, true],
    ["before an instant", { field: "before", op: "in", values: ["2026-11-22T23:30:00.001Z"] }, true],
    ["not before itself", { field: "before", op: "in", values: ["2026-11-22T23:30:00.000Z"] }, false],
    ["from an instant on", { field: "after", op: "in", values: ["2026-11-22T23:30:00.000Z"] }, true],
    ["a person", { field: "visitor", op: "in", values: ["person"] }, true],
  ])("is met by %s: %j", (_, condition, expected) => {
    expect(matches(condition)).toBe(expected);
  });

  it("asks for the time in the link's zone", () => {
    expect(matches({ field: "weekday", op: "in", values: ["monday"] }, {}, "Europe/Vienna")).toBe(true);
    expect(matches({ field: "hour", op: "in", values: ["0"] }, {}, "Europe/Vienna")).toBe(true);
    expect(matches({ field: "hour", op: "in", values: ["5"] }, {}, "Asia/Kathmandu")).toBe(true);
  });

  it("follows a clock that is put forward in summer", () => {
    const hour = (at: string): string => String(createLocalTime("Europe/Vienna")(Date.parse(at)).hour);
    expect([hour("2026-03-29T00:59:00Z"), hour("2026-03-29T01:00:00Z")]).toEqual(["1", "3"]);
  });

  it("knows IPv6 by its network", () => {
    const address = bytesOf("2001:db8:1::5");
    const inside = (value: string): boolean =>
      matches({ field: "address", op: "matches", values: [value] }, { address });
    expect([inside("2001:db8::/32"), inside("2001:db8:1::4/127"), inside("2001:db8:1::6/127")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("calls nobody's place its own", () => {
    const place = () => ({ country: "", region: "", city: "" });
    expect(matches({ field: "continent", op: "in", values: ["EU"] }, { place })).toBe(false);
    expect(matches({ field: "country", op: "notIn", values: ["AT"] }, { place })).toBe(true);
  });

  it.each<Condition>([
    { field: "address", op: "matches", values: ["300.0.0.1"] },
    { field: "before", op: "in", values: ["tomorrow"] },
  ])("can't be made of %j", (condition) => {
    expect(() => matches(condition)).toThrow();
  });
});

describe("groups", () => {
  const yes: Condition = { field: "country", op: "in", values: ["AT"] };
  const no: Condition = { field: "country", op: "in", values: ["DE"] };
  it.each<[Condition, boolean]>([
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ not: no }, true],
    [{ all: [yes, { any: [no, { not: no }] }] }, true],
  ])("%j is %s", (condition, expected) => {
    expect(matches(condition)).toBe(expected);
  });

  it("ask for no more than they need", () => {
    const place = (): never => {
      throw new Error("asked");
    };
    expect(matches({ any: [{ field: "device", op: "in", values: ["mobile"] }, yes] }, { place })).toBe(true);
  });
});

it("reads a query once, however many conditions ask for it", () => {
  let reads = 0;
  const asked = {
    ...visit,
    get query() {
      reads++;
      return "a=1&a=2&b=3";
    },
  };
  const all = ["a", "a", "b"].map((name, i): Condition => ({
    field: "query",
    op: "in",
    name,
    values: [String(i + 1)],
  }));
  expect(compileCondition({ all }, createLocalTime("UTC"))(asked)).toBe(true);
  // Each condition reads whether there is a query, but the query is parsed only once.
  expect(reads).toBeLessThanOrEqual(all.length + 1);
});

it("a city stands for all its districts, for rules that want it and for those that don't", () => {
  const place = () => ({ country: "DE", region: "Berlin", city: "Berlin (Bezirk Tempelhof-Schoneberg)" });
  const meets = (op: "in" | "notIn", ...values: string[]) => matches({ field: "city", op, values }, { place });
  expect(meets("in", "BERLIN")).toBe(true);
  expect(meets("notIn", "Berlin")).toBe(false);
  expect(meets("in", "Berlin (Bezirk Tempelhof-Schöneberg)")).toBe(true);
  expect(meets("in", "Berlin (Mitte)", "Berli")).toBe(false);
});
