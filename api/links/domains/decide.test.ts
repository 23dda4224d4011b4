import type { DomainStreamEvent } from "@hoplog/schema/events/domain.js";
import { describe, expect, it } from "vitest";
import { ownerOf as member } from "../../testing/member.ts";
import { decideDomain, type DomainCommand } from "./decide.ts";
import { evolveDomain, noDomain } from "./domain.ts";

const domainId = "01900000-0000-7000-8000-000000000001";
const ownerId = "01900000-0000-7000-8000-000000000002";
const at = "2026-11-23T12:00:00.000Z";
const [by, stranger] = [member(ownerId), member("01900000-0000-7000-8000-000000000003")];

const domainAdded: DomainStreamEvent = {
  type: "DomainAdded",
  version: 1,
  data: { domainId, ownerId, number: 7, name: "go.brand.example", ignoresCase: true, token: "token", at },
};
const verified = stateChanged("pending", "verified");

function stateChanged(from: "pending" | "verified" | "lost", to: "verified" | "lost" | "removed"): DomainStreamEvent {
  return { type: "DomainStateChanged", version: 1, data: { domainId, from, to, at } };
}

function decided(given: readonly DomainStreamEvent[], command: DomainCommand): DomainStreamEvent[] {
  return decideDomain(command, given.reduce(evolveDomain, noDomain));
}

describe("a domain", () => {
  it("is added", () => {
    const add = { number: 7, name: "go.brand.example", ignoresCase: true, token: "token" };
    expect(decided([], { type: "AddDomain", domainId, by, at, ...add })).toEqual([domainAdded]);
  });

  it.each([
    ["pending", "verified", [verified]],
    ["pending", "pending", []],
  ] as const)("that is %s and found %s changes its state or doesn't", (_from, to, events) => {
    expect(decided([domainAdded], { type: "RecordDomainCheck", domainId, at, to })).toEqual(events);
  });

  it("is removed once, whatever its state, and checked no more", () => {
    expect(decided([domainAdded, verified], { type: "RemoveDomain", domainId, by, at })).toEqual([
      stateChanged("verified", "removed"),
    ]);
    const removed = [domainAdded, verified, stateChanged("verified", "removed")];
    expect(() => decided(removed, { type: "RemoveDomain", domainId, by, at })).toThrow("Domain not found");
    expect(decided(removed, { type: "RecordDomainCheck", domainId, at, to: "lost" })).toEqual([]);
  });

  it("has settings, of which an event names those that were changed", () => {
    const change = (settings: object, isDefault?: boolean) =>
      ({ type: "ChangeDomain", domainId, by, at, settings, ...(isDefault !== undefined && { isDefault }) }) as const;
    const first = decided([domainAdded], change({ rootUrl: "https://a.example/", robotsTxt: null }, true));
    expect(first).toEqual([
      {
        type: "DomainSettingsChanged",
        version: 1,
        data: { domainId, from: {}, to: { rootUrl: "https://a.example/" }, at },
      },
      { type: "DomainDefaultChanged", version: 1, data: { domainId, to: true, at } },
    ]);
    const given = [domainAdded, ...first];
    expect(decided(given, change({ rootUrl: "https://a.example/" }, true))).toEqual([]);
    expect(decided(given, change({ rootUrl: null, robotsTxt: "x" }))).toMatchObject([
      { data: { from: { rootUrl: "https://a.example/" }, to: { robotsTxt: "x" } } },
    ]);
  });

  it("is nobody else's", () => {
    for (const type of ["RemoveDomain", "ChangeDomain"] as const) {
      expect(() => decided([domainAdded], { type, domainId, by: stranger, at })).toThrow("Domain not found");
    }
  });
});
