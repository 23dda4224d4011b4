import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { describe, expect, it } from "vitest";
import { ownerOf } from "../testing/member.ts";
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

  it("tells each change with both ends, and nothing of what stays", () => {
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

  it.each<[string, LinkEvent[], string]>([
    ["never was", [], ownerId],
    ["was deleted", [created, deleted], ownerId],
    ["belongs to somebody else", [created], groupId],
  ])("that %s is not found", (_what, events, asker) => {
    for (const type of ["EditLink", "DeleteLink"] as const) {
      expect(() => given(...events).when({ type, ...known, by: ownerOf(asker) })).toThrow("Link not found");
    }
  });
});
