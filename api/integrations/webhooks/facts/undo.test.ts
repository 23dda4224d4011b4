import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { expect, it } from "vitest";
import { evolveLink, type LiveLink, noLink } from "../../../links/core/link.ts";
import { undoEvent } from "./undo.ts";

const [linkId, ownerId, groupId, tagId] = [1, 2, 3, 4].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
const at = "2026-11-26T09:00:00.000Z";
const version = 1;

function created(): LiveLink {
  const own = { name: "Spring", code: "spring", originalUrl: "https://old.example/", groupId: null };
  const options = { expiresAt: at, maxClicks: 5, capNumber: 1 };
  const data = { linkId: linkId ?? "", ownerId: ownerId ?? "", ...own, options, at };
  const link = evolveLink(noLink, { type: "LinkCreated", version, data });
  if (link.status !== "live") throw new Error("it was not made");
  return link;
}

const id = { linkId: linkId ?? "", at };
const changes: readonly LinkEvent[] = [
  { type: "LinkRenamed", version, data: { ...id, from: "Spring", to: "Summer" } },
  { type: "LinkRetargeted", version, data: { ...id, from: "https://old.example/", to: "https://new.example/" } },
  { type: "LinkCodeChanged", version, data: { ...id, from: "spring", to: "summer", toDomain: 7 } },
  { type: "LinkMovedToGroup", version, data: { ...id, from: null, to: groupId ?? "" } },
  { type: "LinkTagsChanged", version, data: { ...id, from: [], to: [tagId ?? ""] } },
  { type: "LinkNoteChanged", version, data: { ...id, from: null, to: "Printed" } },
  { type: "LinkExternalIdChanged", version, data: { ...id, from: null, to: "42" } },
  {
    type: "LinkOptionsChanged",
    version,
    data: { ...id, from: { expiresAt: at, maxClicks: 5 }, to: { maxClicks: 9, forwardQuery: true } },
  },
  { type: "LinkArchived", version, data: id },
  { type: "LinkDeactivated", version, data: id },
  { type: "LinkBanned", version, data: { ...id, reason: "Spam" } },
  { type: "LinkListed", version, data: { ...id, source: "checker", url: "https://old.example/", reason: "Phishing" } },
];

it.each(changes)("$type is undone to what the link was", (event) => {
  const before = created();
  const after = evolveLink(before, event);
  if (after.status !== "live") throw new Error("it is gone");
  expect(after).not.toEqual(before);
  expect(undoEvent(after, event)).toEqual(before);
});

it.each([
  ["LinkUnarchived", "LinkArchived"],
  ["LinkActivated", "LinkDeactivated"],
] as const)("%s is undone", (type, first) => {
  const before = evolveLink(created(), { type: first, version, data: id });
  const event = { type, version, data: id } as const;
  const after = evolveLink(before, event);
  if (after.status !== "live") throw new Error("it is gone");
  expect(undoEvent(after, event)).toEqual(before);
});
