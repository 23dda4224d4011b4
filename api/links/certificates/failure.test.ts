import { expect, it } from "vitest";
import { CaProblem, CaUnreachable } from "./ca/problem.ts";
import { AttemptFailure, consequenceOf, ownersText } from "./failure.ts";

const host = "go.brand.example";
const minute = 60_000;
const hour = 60 * minute;
const limited = (detail: string, retryAfterMs: number | null, status = 429) =>
  new CaProblem(status, status === 429 ? "" : "rateLimited", detail, retryAfterMs);

it.each<[string, unknown, { hostMs: number; everybodyMs: number | null }]>([
  ["a wrong setup", new AttemptFailure("setup", "wrong"), { hostMs: minute, everybodyMs: null }],
  [
    "a validation that the CA counts",
    new AttemptFailure("validation", "no"),
    { hostMs: 15 * minute, everybodyMs: null },
  ],
  ["a refusal", new CaProblem(403, "rejectedIdentifier", "no", null), { hostMs: 15 * minute, everybodyMs: null }],
  ["a limit of the account", limited("too many new orders", 2 * hour), { hostMs: 0, everybodyMs: 2 * hour }],
  ["a limit without a time", limited("too many new orders", null, 400), { hostMs: 0, everybodyMs: hour }],
  ["a limit of the domain", limited('too many for "brand.example"', 5 * hour), { hostMs: 5 * hour, everybodyMs: null }],
  ["a CA that is away", new CaUnreachable("away"), { hostMs: 0, everybodyMs: minute }],
  ["a CA that fails", new CaProblem(500, "serverInternal", "oh", null), { hostMs: 0, everybodyMs: minute }],
  ["a busy CA", new CaProblem(503, "", "busy", 10 * minute), { hostMs: 0, everybodyMs: 10 * minute }],
  ["a lost account", new CaProblem(400, "accountDoesNotExist", "", null), { hostMs: minute, everybodyMs: null }],
  ["a failure of our own", new Error("oh"), { hostMs: minute, everybodyMs: null }],
])("after %s it waits for as long as that takes", (_, error, consequence) => {
  expect(consequenceOf(error, host, { host: 0, ca: 0 })).toEqual(consequence);
});

it("takes a limit of another domain below the same public suffix for one of the account", () => {
  const limit = limited('too many for "other.co.uk", see example.org', 2 * hour);
  expect(consequenceOf(limit, "go.brand.co.uk", { host: 0, ca: 0 })).toEqual({ hostMs: 0, everybodyMs: 2 * hour });
  const own = limited("too many for shop.brand.co.uk.", 2 * hour);
  expect(consequenceOf(own, "go.brand.co.uk", { host: 0, ca: 0 })).toEqual({ hostMs: 2 * hour, everybodyMs: null });
});

it("tells owners what they can mend, and nothing of the account or the network", () => {
  const setup = new AttemptFailure("setup", "http://go.brand.example can't be reached");
  const others = [
    new CaUnreachable("connect ECONNREFUSED 10.0.0.1"),
    new CaProblem(500, "", "oh", null),
    new Error("oh"),
  ];
  expect(ownersText(setup, false)).toBe(setup.message);
  expect(ownersText(limited('too many for "brand.example"', null), false)).toContain("too many");
  const away =
    "The certificate authority is temporarily unable to issue certificates. The request is repeated automatically.";
  expect([...others.map((error) => ownersText(error, false)), ownersText(setup, true)]).toEqual(Array(4).fill(away));
});

it("waits twice as long each time, up to a bound", () => {
  const pauses = [0, 1, 2, 30].map((count) => consequenceOf(new Error("oh"), host, { host: count, ca: 0 }).hostMs);
  expect(pauses).toEqual([minute, 2 * minute, 4 * minute, 6 * hour]);
  expect(consequenceOf(new CaUnreachable("away"), host, { host: 0, ca: 30 }).everybodyMs).toBe(hour);
});
