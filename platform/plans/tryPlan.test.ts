import type { Condition } from "@hoplog/schema/links/options/condition.js";
import { expect, it } from "vitest";
import { tryPlan } from "./tryPlan.ts";
import type { Visit } from "./visit.ts";

const visit: Visit = {
  at: Date.parse("2026-11-23T12:00:00Z"),
  address: new Uint8Array(16),
  query: "src=mail",
  hasGivenPassword: () => false,
  knownArm: 0,
  place: () => ({ country: "DE", region: "", city: "" }),
  agent: () => ({ device: "desktop", os: "Linux", browser: "Firefox" }),
  languages: () => ["de"],
  referrer: () => "",
  botReason: () => "",
};
const url = "https://example.com/";
const rule = (when: Condition, name = "") => ({ number: 9, name, when, then: { url: "https://ruled.example/" } });
const never = () => 0;

it.each<[Condition, string]>([
  [{ field: "country", op: "in", values: ["AT", "CH"] }, "country is DE, not one of AT, CH"],
  [{ field: "region", op: "in", values: ["Tyrol"] }, "region is unknown, not one of Tyrol"],
  [{ field: "device", op: "notIn", values: ["desktop"] }, "device is desktop, but must be none of desktop"],
  [{ field: "query", op: "exists", name: "b", values: [] }, "parameter b is missing, but must be present"],
  [{ field: "query", op: "in", name: "src", values: ["ad"] }, 'parameter src is "mail", not one of ad'],
  [{ field: "referrer", op: "in", values: ["e.com"] }, "referrer is none, not one of e.com"],
  [
    { field: "address", op: "matches", values: ["10.0.0.0/8"] },
    "address is a different one, but is in none of 10.0.0.0/8",
  ],
  [{ field: "hour", op: "in", values: ["13"] }, "hour is 12, not one of 13"],
  [
    { field: "before", op: "in", values: ["2026-01-01T00:00:00.000Z"] },
    "time is 2026-11-23T12:00:00.000Z, not before 2026-01-01T00:00:00.000Z",
  ],
  [{ not: { field: "country", op: "in", values: ["DE"] } }, "the negated condition is met: country is one of DE"],
  [
    {
      all: [
        { field: "country", op: "in", values: ["DE"] },
        {
          any: [
            { field: "language", op: "in", values: ["en"] },
            { field: "visitor", op: "in", values: ["bot"] },
          ],
        },
      ],
    },
    "language is de, not one of en; visitor is a person, not one of bot",
  ],
])("says why %j is not met", (when, reason) => {
  const { decision, why } = tryPlan({ rules: [rule(when)] }, url, visit, never);
  expect(decision).toMatchObject({ kind: "redirect", url, rule: 0 });
  expect(why).toEqual([`Rule 1 does not match: ${reason}`, "No rule matches, so the original URL applies"]);
});

it("names the rule that matches, and the arm", () => {
  const arms = [1, 2].map((number) => ({ number, name: number === 1 ? "red" : "", url: `${url}${number}`, weight: 1 }));
  const rules = [
    rule({ field: "country", op: "in", values: ["AT"] }, "Austria"),
    {
      ...rule({ field: "country", op: "in", values: ["DE"] }, "Germany"),
      number: 4,
      then: { split: { arms, sticky: true } },
    },
  ];
  const { decision, why } = tryPlan({ rules }, url, visit, never);
  expect(decision).toMatchObject({ rule: 4, arm: 1, url: `${url}1` });
  expect(why).toEqual([
    "Rule 1 (Austria) does not match: country is DE, not one of AT",
    "Rule 2 (Germany) matches",
    "The split selects the arm red",
  ]);
});

it("says when a link works", () => {
  const [notBefore, expiresAt] = ["2027-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"];
  expect(tryPlan({ notBefore }, url, visit, never).why).toEqual([`The link redirects from ${notBefore} on`]);
  expect(tryPlan({ expiresAt }, url, visit, never).why).toEqual([`The link expired at ${expiresAt}`]);
});
