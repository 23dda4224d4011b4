import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { describe, expect, it } from "vitest";
import { operatorCalled } from "../../operations/operator/operator.ts";
import { ownerOf } from "../../testing/member.ts";
import { decideLink, type LinkCommand } from "./decide.ts";
import { evolveLink, noLink } from "./link.ts";

const linkId = "01900000-0000-7000-8000-000000000001";
const ownerId = "01900000-0000-7000-8000-000000000002";
const groupId = "01900000-0000-7000-8000-000000000003";
const at = "2026-11-21T10:00:00.000Z";
const by = ownerOf(ownerId);
const known = { linkId, by, at };

const created = {
  type: "LinkCreated",
  version: 1,
  data: { linkId, ownerId, at, name: "Docs", code: "docs", originalUrl: "https://example.com/", groupId: null },
} as const satisfies LinkEvent;
const switchedOff: LinkEvent = { type: "LinkDeactivated", version: 1, data: { linkId, at } };
const banned: LinkEvent = { type: "LinkBanned", version: 1, data: { linkId, reason: "Phishing", at } };
const lifted: LinkEvent = { type: "LinkBanLifted", version: 1, data: { linkId, at } };
const operator = operatorCalled("ops");
const deleted: LinkEvent = { type: "LinkDeleted", version: 1, data: { linkId, code: "docs", at } };

function given(...events: LinkEvent[]) {
  const state = events.reduce(evolveLink, noLink);
  return { when: (command: LinkCommand) => decideLink(command, state) };
}

describe("a link", () => {
  it("is created", () => {
    const { ownerId: _, ...made } = created.data;
    expect(given().when({ type: "CreateLink", by, ...made })).toEqual([created]);
  });

  it("records each change with both ends, and nothing of what stays", () => {
    const edit = { type: "EditLink", ...known, name: "Manual", code: "docs", groupId } as const;
    expect(given(created).when(edit)).toEqual([
      { type: "LinkRenamed", version: 1, data: { linkId, from: "Docs", to: "Manual", at } },
      { type: "LinkMovedToGroup", version: 1, data: { linkId, from: null, to: groupId, at } },
    ]);
  });

  it("says nothing when nothing changes", () => {
    expect(given(created).when({ type: "EditLink", ...known, name: "Docs" })).toEqual([]);
    expect(given(created).when({ type: "SetLinkActive", ...known, active: true })).toEqual([]);
  });

  it("flips whatever it is", () => {
    expect(given(created).when({ type: "SetLinkActive", ...known, active: null })).toMatchObject([
      { type: "LinkDeactivated" },
    ]);
    expect(given(created, switchedOff).when({ type: "SetLinkActive", ...known, active: null })).toMatchObject([
      { type: "LinkActivated" },
    ]);
  });

  it("takes its code along when it is deleted", () => {
    expect(given(created).when({ type: "DeleteLink", ...known })).toEqual([deleted]);
  });

  it("is banned and opened again by an operator, whatever its owner has made of it", () => {
    const ban = { type: "BanLink", linkId, by: operator, reason: "Phishing", at } as const;
    const lift = { type: "LiftLinkBan", linkId, by: operator, at } as const;
    for (const before of [[created], [created, switchedOff]]) {
      expect(given(...before).when(ban)).toEqual([banned]);
      expect(given(...before, banned).when(ban)).toEqual([]);
      expect(given(...before, banned).when({ ...ban, reason: "Malware" })).toMatchObject([
        { type: "LinkBanned", data: { reason: "Malware" } },
      ]);
      expect(given(...before).when(lift)).toEqual([]);
      expect(given(...before, banned).when(lift)).toEqual([lifted]);
      expect([...before, banned, lifted].reduce(evolveLink, noLink)).toEqual(before.reduce(evolveLink, noLink));
    }
    expect(() => given(created, deleted).when(ban)).toThrow("Link not found");
    expect(() => given(created).when({ ...ban, by })).toThrow("not allowed");
    expect(() => given(created, banned).when({ ...lift, by })).toThrow("not allowed");
  });

  it("that is banned is not switched on, given another code or deleted; all else is its owner's", () => {
    const refused = "banned by an operator";
    const off = given(created, switchedOff, banned);
    const on: LinkCommand = { type: "SetLinkActive", ...known, active: true };
    expect(() => off.when(on)).toThrow(`${refused}. It can't be activated. Reason: Phishing`);
    expect(() => off.when({ ...on, active: null })).toThrow(refused);
    expect(() => off.when({ type: "RevertLink", ...known, edit: [switchedOff] })).toThrow(refused);
    expect(() => off.when({ type: "EditLink", ...known, code: "other" })).toThrow(refused);
    expect(() => off.when({ type: "DeleteLink", ...known })).toThrow(refused);
    const active = given(created, banned);
    expect(active.when({ ...on, active: false })).toEqual([switchedOff]);
    const edit: LinkCommand = { type: "EditLink", ...known, name: "Manual", code: "docs" };
    expect(active.when(edit)).toMatchObject([{ type: "LinkRenamed" }]);
    expect(given(created, switchedOff, banned, lifted).when(on)).toHaveLength(1);
  });

  it.each<[string, LinkEvent[], string]>([
    ["never was", [], ownerId],
    ["was deleted", [created, deleted], ownerId],
    ["belongs to somebody else", [created], groupId],
  ])("that %s is not found", (_what, events, actor) => {
    for (const type of ["EditLink", "DeleteLink"] as const) {
      expect(() => given(...events).when({ type, ...known, by: ownerOf(actor) })).toThrow("Link not found");
    }
  });
});
