import { describe, expect, it } from "vitest";
import { type ShownState, stateOf } from "./state.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const before = "2026-11-23T11:59:59.999Z";
const after = "2026-11-23T12:00:00.001Z";
const link = { isActive: true, banReason: null, listedUrl: null, options: {} };
const around = { isUnreachable: false, visitsLeft: null };
const listedUrl = "https://bad.example/";

describe("the state of a link", () => {
  it.each<[ShownState, Partial<Parameters<typeof stateOf>[0]>]>([
    ["active", {}],
    ["active", { options: { notBefore: now.toISOString(), expiresAt: after } }],
    ["scheduled", { options: { notBefore: after } }],
    ["expired", { options: { expiresAt: now.toISOString() } }],
    ["expired", { options: { notBefore: before, expiresAt: before } }],
    ["inactive", { isActive: false, options: { expiresAt: before } }],
    ["listed", { listedUrl, options: { expiresAt: before } }],
    ["inactive", { listedUrl, isActive: false }],
    ["banned", { listedUrl, banReason: "Phishing" }],
    ["banned", { isActive: false, banReason: "Phishing", options: { notBefore: after } }],
  ])("is %s: %j", (state, changes) => {
    expect(stateOf({ ...link, ...changes }, now, around)).toBe(state);
  });

  it.each<[ShownState, number, Partial<Parameters<typeof stateOf>[0]>]>([
    ["active", 1, {}],
    ["usedUp", 0, {}],
    ["scheduled", 0, { options: { notBefore: after } }],
    ["expired", 0, { options: { expiresAt: now.toISOString() } }],
    ["inactive", 0, { isActive: false }],
  ])("is %s where its cap leaves %i visits: %j", (state, visitsLeft, changes) => {
    expect(stateOf({ ...link, ...changes }, now, { ...around, visitsLeft })).toBe(state);
  });

  it("is unreachable where its domain is not served, unless it is banned", () => {
    const unserved = { ...around, isUnreachable: true };
    expect(stateOf({ ...link, isActive: false }, now, unserved)).toBe("unreachable");
    expect(stateOf({ ...link, banReason: "Phishing" }, now, unserved)).toBe("banned");
  });
});
