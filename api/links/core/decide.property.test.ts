import { linkEventSchema, type LinkEvent } from "@hoplog/schema/events/link.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownerOf } from "../../testing/member.ts";
import { decideLink, type LinkCommand } from "./decide.ts";
import { editsOf, fieldsBefore, isRevertible, type PastEvent } from "./edits.ts";
import { evolveLink, type LinkState, noLink } from "./link.ts";

const linkId = "01900000-0000-7000-8000-000000000001";
const ownerId = "01900000-0000-7000-8000-000000000002";
const created = {
  type: "CreateLink",
  linkId,
  by: ownerOf(ownerId),
  name: "n0",
  code: "code-0",
  originalUrl: "https://example.com/0",
  groupId: null,
  at: new Date(0).toISOString(),
} as const satisfies LinkCommand;

const groupId = fc.option(fc.uuid({ version: 7 }));
/** Uses few distinct values, so that edits often set the current value. */
const change = fc.oneof(
  fc.record(
    {
      name: fc.constantFrom("n0", "n1", "n2"),
      originalUrl: fc.constantFrom("https://example.com/0", "https://example.com/1"),
      code: fc.constantFrom("code-0", "code-1"),
      groupId,
      tagIds: fc.subarray([linkId, ownerId]),
      note: fc.constantFrom(null, "a", "b"),
      externalId: fc.constantFrom(null, "x"),
      isArchived: fc.boolean(),
      isFavourite: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ active: fc.option(fc.boolean()) }),
);

function commandOf(one: (typeof change extends fc.Arbitrary<infer T> ? T : never) & object, step: number): LinkCommand {
  const known = { linkId, by: ownerOf(ownerId), at: new Date(step * 1000).toISOString() };
  return "active" in one
    ? { type: "SetLinkActive", ...known, active: one.active }
    : { type: "EditLink", ...known, ...one };
}

/** Runs commands, starting with the link's creation. */
function run(commands: readonly LinkCommand[]): { state: LinkState; past: PastEvent[] } {
  let state = noLink;
  const past: PastEvent[] = [];
  for (const command of [created, ...commands]) {
    for (const event of decideLink(command, state)) {
      state = evolveLink(state, event);
      past.push({ version: past.length + 1, meta: { userId: ownerId, via: "rest" }, event });
    }
  }
  return { state, past };
}

const histories = fc.array(change, { maxLength: 12 }).map((changes) => changes.map((one, i) => commandOf(one, i + 1)));

describe("whatever is done to a link", () => {
  it("its events are valid, bounded, and lead to the state that was requested", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        for (let i = 0; i <= commands.length; i++) {
          const { state } = run(commands.slice(0, i));
          const next = commands[i];
          if (!next) continue;
          const events: LinkEvent[] = decideLink(next, state);
          expect(events.length).toBeLessThanOrEqual(9);
          for (const event of events) expect(linkEventSchema.parse(event)).toEqual(event);
          const after = events.reduce(evolveLink, state);
          if (next.type === "EditLink") {
            const { type: _, at: __, by: ___, isFavourite, ...wanted } = next;
            expect(after).toMatchObject(wanted);
            if (isFavourite !== undefined) expect(after).toMatchObject({ favouriteOf: isFavourite ? [ownerId] : [] });
          }
          expect(decideLink(next.type === "SetLinkActive" ? { ...next, active: active(after) } : next, after)).toEqual(
            [],
          );
        }
      }),
    );
  });

  it("each edit can be taken back: its fields are as they were before it, and no other changes", () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { state, past } = run(commands);
        if (state.status !== "live") throw new Error("a link that nobody deletes lives");
        for (const edit of editsOf(past)) {
          const first = past.findIndex(({ event }) => event === edit.events[0]);
          const before = past.slice(0, first).reduce((one: LinkState, { event }) => evolveLink(one, event), noLink);
          const fields = fieldsBefore(edit.events);
          expect(before).toMatchObject(fields);
          const at = new Date(1e9).toISOString();
          const { tagIds } = fields;
          const known = { linkId, by: ownerOf(ownerId), at };
          const undo = { type: "RevertLink", ...known, edit: edit.events, ...(tagIds && { tagIds }) } as const;
          const events = decideLink(undo, state);
          expect(events.reduce(evolveLink, state)).toEqual({ ...state, ...fields });
          expect(events.length > 0).toBe(isRevertible(edit, state));
        }
      }),
    );
  });
});

function active(state: LinkState): boolean {
  return state.status === "live" && state.isActive;
}
