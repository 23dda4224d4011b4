import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { expect, it } from "vitest";
import { editsOf, type PastEvent } from "./edits.ts";

const linkId = "01900000-0000-7000-8000-000000000001";
const ada = "01900000-0000-7000-8000-0000000000aa";
const eve = "01900000-0000-7000-8000-0000000000ee";
const now = "2026-11-22T12:00:00.000Z";

const created: LinkEvent = {
  type: "LinkCreated",
  version: 1,
  data: { linkId, ownerId: ada, name: "a", code: "abc", originalUrl: "https://example.com/", groupId: null, at: now },
};
const renamed = (to: string, at = now): LinkEvent => ({
  type: "LinkRenamed",
  version: 1,
  data: { linkId, from: "a", to, at },
});

/** Returns the number of events in each edit of a history with these users and commands. */
function grouped(past: readonly [event: LinkEvent, userId: string, commandId?: string][]): number[] {
  const events = past.map(([event, userId, commandId], i): PastEvent => ({
    version: i + 1,
    meta: { userId, via: "rest", ...(commandId !== undefined && { commandId }) },
    event,
  }));
  return editsOf(events).map((edit) => edit.events.length);
}

it("puts the events of one command together, whatever their times", () => {
  const later = "2026-11-22T12:00:00.001Z";
  expect(
    grouped([
      [renamed("b"), ada, "1"],
      [renamed("c", later), ada, "1"],
    ]),
  ).toEqual([2]);
});

it("distinguishes two commands that came at the same time", () => {
  expect(
    grouped([
      [renamed("b"), ada, "1"],
      [renamed("c"), ada, "2"],
    ]),
  ).toEqual([1, 1]);
});

it("goes by user and time where no command ids are stored, and leaves the first event alone", () => {
  expect(
    grouped([
      [created, ada],
      [renamed("b"), ada],
      [renamed("c"), ada],
      [renamed("d"), eve],
      [renamed("e", "2026-11-22T12:00:01.000Z"), eve],
    ]),
  ).toEqual([1, 2, 1, 1]);
});

it("keeps events without a command id apart from those with one", () => {
  expect(
    grouped([
      [renamed("b"), ada],
      [renamed("c"), ada, "1"],
      [renamed("d"), ada],
    ]),
  ).toEqual([1, 1, 1]);
});
