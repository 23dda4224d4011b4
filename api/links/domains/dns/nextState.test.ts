import { describe, expect, it } from "vitest";
import type { Findings } from "./findings.ts";
import { dayMs, missingSince, nextCheck, nextState } from "./nextState.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const ago = (days: number) => new Date(now.getTime() - days * dayMs);
const found = (isOwned: Findings["isOwned"], traffic: Findings["traffic"]): Findings => ({
  isOwned,
  traffic,
  addresses: [],
  hasOthers: false,
});

type State = Parameters<typeof nextState>[0]["state"];

describe("the state of a domain after a check", () => {
  it.each<[State, Findings["isOwned"], Findings["traffic"], State]>([
    ["pending", true, "here", "verified"],
    ["pending", true, "nowhere", "misconfigured"],
    ["pending", false, "here", "pending"],
    ["pending", true, null, "pending"],
    ["pending", null, "here", "pending"],
    ["verified", true, "here", "verified"],
    ["verified", true, "partly", "misconfigured"],
    ["verified", false, "here", "misconfigured"],
    ["verified", null, "elsewhere", "misconfigured"],
    ["verified", null, null, "verified"],
    ["verified", null, "here", "verified"],
    ["misconfigured", true, "here", "verified"],
    ["misconfigured", null, "here", "misconfigured"],
    ["misconfigured", true, null, "misconfigured"],
    ["lost", false, "here", "lost"],
    ["lost", true, "here", "verified"],
    ["lost", true, "elsewhere", "misconfigured"],
    ["lost", null, null, "lost"],
  ])("that was %s, with TXT %s and traffic %s, is %s", (state, isOwned, traffic, next) => {
    expect(nextState({ state, missingAt: null, isTaken: false }, found(isOwned, traffic), now)).toBe(next);
  });

  it("is lost once its TXT record has been missing for more than a week", () => {
    const known = { state: "misconfigured", isTaken: false } as const;
    expect(nextState({ ...known, missingAt: ago(7) }, found(false, "here"), now)).toBe("misconfigured");
    expect(nextState({ ...known, missingAt: ago(7.01) }, found(false, "here"), now)).toBe("lost");
    expect(nextState({ ...known, missingAt: ago(30) }, found(null, "here"), now)).toBe("misconfigured");
    expect(nextState({ ...known, missingAt: ago(30) }, found(true, "here"), now)).toBe("verified");
  });

  it("stays where the name is served for somebody else", () => {
    for (const state of ["pending", "lost"] as const) {
      expect(nextState({ state, missingAt: null, isTaken: true }, found(true, "here"), now)).toBe(state);
    }
  });

  it("counts from the first check that missed the record, and only while checks miss it", () => {
    expect(missingSince(found(false, "here"), null, now)).toEqual(now);
    expect(missingSince(found(false, "here"), ago(3), now)).toEqual(ago(3));
    expect(missingSince(found(null, "here"), ago(3), now)).toEqual(ago(3));
    expect(missingSince(found(true, "here"), ago(3), now)).toBeNull();
  });
});

describe("the next check", () => {
  const minutes = (state: State, days: number, isAnswered = true, share = 0.5) =>
    (nextCheck({ state, addedAt: ago(days), isAnswered }, now, share).getTime() - now.getTime()) / 60_000;

  it("comes soon while a domain is set up, and daily then", () => {
    expect([minutes("pending", 0), minutes("pending", 2), minutes("pending", 8)]).toEqual([5, 60, 1440]);
    expect([minutes("verified", 0), minutes("lost", 0), minutes("misconfigured", 0)]).toEqual([1440, 1440, 5]);
    expect([minutes("verified", 9, true, 0), minutes("verified", 9, true, 1)]).toEqual([1296, 1584]);
    expect([minutes("verified", 9, false), minutes("pending", 0, false)]).toEqual([15, 5]);
  });
});
