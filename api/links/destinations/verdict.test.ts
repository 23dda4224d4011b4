import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import { describe, expect, it } from "vitest";
import { createHosts } from "./hosts.ts";
import { createOutage } from "./outage.ts";
import { outcomeOfFailure } from "./requests.ts";
import { type Health, updateHealth, outcomeOfStatus, type Outcome } from "./verdict.ts";

const hour = 3_600_000;
const start = new Date("2026-11-25T12:00:00Z");
const healthy: Health = { failures: 0, failingSince: null, deadSince: null, problem: null };
const missing = outcomeOfStatus(404, null);
const broken = outcomeOfStatus(500, null);

/** Returns the health after checks at the given hours since the first check. */
function after(...checks: readonly (readonly [number, Outcome])[]): Health {
  return checks.reduce<Health>((health, [hours, outcome]) => {
    const { nextInMs: _next, ...rest } = updateHealth(health, outcome, new Date(start.getTime() + hours * hour), 0.5);
    return rest;
  }, healthy);
}

describe("a destination", () => {
  it("is dead once two checks in a row have failed, some hours apart, since the first of them", () => {
    expect(after([0, missing])).toMatchObject({ deadSince: null, failures: 1, problem: "notFound" });
    expect(after([0, missing], [5, missing])).toMatchObject({ deadSince: null });
    expect(after([0, missing], [8, missing])).toMatchObject({ deadSince: start });
    expect(after([0, missing], [8, outcomeOfStatus(200, null)], [16, missing])).toMatchObject({ deadSince: null });
  });

  it("lives again with the first answer", () => {
    expect(after([0, missing], [8, missing], [32, outcomeOfStatus(200, null)])).toEqual(healthy);
  });

  it("isn't dead at once where its server has trouble", () => {
    expect(after([0, broken], [8, broken], [16, broken])).toMatchObject({ deadSince: null, problem: "serverError" });
    expect(after([0, broken], [36, broken], [73, broken])).toMatchObject({ deadSince: start });
  });

  it("is as it was where it says come later, at the moment that it says", () => {
    const dead = after([0, missing], [8, missing]);
    const busy = outcomeOfStatus(429, 3 * hour);
    expect(updateHealth(dead, busy, start, 0)).toMatchObject({ ...dead, nextInMs: 3 * hour });
    expect(updateHealth(dead, outcomeOfStatus(503, 1), start, 0).nextInMs).toBe(hour);
    expect(updateHealth(dead, outcomeOfStatus(503, 1e12), start, 0).nextInMs).toBe(7 * 24 * hour);
  });

  it("is checked daily, spread over hours, and sooner while it fails", () => {
    const next = (outcome: Outcome, chance: number) => updateHealth(healthy, outcome, start, chance).nextInMs / hour;
    expect([next(outcomeOfStatus(200, null), 0), next(outcomeOfStatus(200, null), 1)]).toEqual([21.6, 26.4]);
    expect(next(missing, 0.5)).toBe(8);
  });

  it.each([200, 204, 304, 400, 401, 403, 405, 451])("is there where it answers with %i", (status) =>
    expect(outcomeOfStatus(status, null).is).toBe("there"),
  );

  it.each<[string, OutgoingError, Partial<Outcome>]>([
    ["DNS knows no such name", network("ENOTFOUND"), { is: "failed", problem: "hostNotFound" }],
    ["DNS can't be asked", network("EAI_AGAIN"), { is: "unclear" }],
    ["nothing listens", network("ECONNREFUSED"), { is: "failed", problem: "connectionRefused" }],
    ["we have no network", network("ENETUNREACH"), { is: "unclear" }],
    ["its certificate has expired", network("CERT_HAS_EXPIRED"), { is: "failed", problem: "certificateInvalid" }],
    // Browsers download a missing intermediate certificate.
    ["its chain is not whole", network("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), { is: "unclear" }],
    ["it takes too long", new OutgoingError("time", "x"), { is: "failed", problem: "noAnswer" }],
    ["it leads in circles", new OutgoingError("redirects", "x"), { is: "failed", problem: "tooManyRedirects" }],
    ["we may not go there", new OutgoingError("address", "x"), { is: "unclear" }],
    ["it is our own", new OutgoingError("unwanted", "x"), { is: "unclear" }],
    ["it was asked too often", new OutgoingError("later", "x"), { is: "unclear", againInMs: null }],
  ])("where %s", (_what, error, outcome) => expect(outcomeOfFailure(error)).toMatchObject(outcome));
});

function network(code: string): OutgoingError {
  const each = Object.assign(new Error(code), { code });
  return new OutgoingError("network", "x", new AggregateError([each]));
}

it("hosts are asked a second apart, and what waits for one is put off ever longer", () => {
  const hosts = createHosts();
  expect(hosts.take("a.example", 0, 0)).toBe(0);
  expect([hosts.isFree("a.example", 999), hosts.isFree("b.example", 0), hosts.isFree("a.example", 1000)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([hosts.take("a.example", 400, 599), hosts.take("a.example", 400, 600)]).toEqual([null, 600]);
  expect([hosts.isFree("a.example", 1999), hosts.isFree("a.example", 2000)]).toEqual([false, true]);
  expect([1, 2, 3].map(() => hosts.postpone("a.example", 500))).toEqual([1500, 2500, 3500]);
  expect(hosts.postpone("b.example", 500)).toBe(1500);
});

it("where none of five hosts answers any more it is we who are cut off, until one is heard", () => {
  const outage = createOutage();
  expect(["a", "a", "b", "c", "d"].map((host) => outage.isBelieved(host))).toEqual(Array(5).fill(true));
  expect(["e", "a"].map((host) => outage.isBelieved(host))).toEqual([false, false]);
  outage.heard();
  expect(outage.isBelieved("a")).toBe(true);
});
