import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import type { LiveLink } from "./link.ts";

/** An event as the history sees it; `version` is its place in the stream, from 1. */
export interface PastEvent {
  readonly version: number;
  readonly meta: EventMeta;
  readonly event: LinkEvent;
}

/** What one person did in one go: an edit of several fields is several events. `version` is the last one's. */
export interface Edit {
  readonly version: number;
  readonly at: string;
  readonly userId: string | null;
  readonly events: readonly LinkEvent[];
}

export type EditableFields = Pick<LiveLink, "name" | "originalUrl" | "code" | "groupId" | "isActive">;

/** Events of one command bear one instant; the first event of a link stands alone. */
export function editsOf(past: readonly PastEvent[]): Edit[] {
  const edits: Edit[] = [];
  for (const { version, meta, event } of past) {
    const last = edits.at(-1);
    const { at } = event.data;
    const together = last?.at === at && last.userId === meta.userId && last.events[0]?.type !== "LinkCreated";
    if (last && together) edits[edits.length - 1] = { ...last, version, events: [...last.events, event] };
    else edits.push({ version, at, userId: meta.userId, events: [event] });
  }
  return edits;
}

/** What the fields that these events changed were before; empty for events that can't be undone. */
export function fieldsBefore(events: readonly LinkEvent[]): Partial<EditableFields> {
  const before: { -readonly [K in keyof EditableFields]?: EditableFields[K] } = {};
  for (const event of events.toReversed()) {
    switch (event.type) {
      case "LinkRenamed":
        before.name = event.data.from;
        break;
      case "LinkRetargeted":
        before.originalUrl = event.data.from;
        break;
      case "LinkCodeChanged":
        before.code = event.data.from;
        break;
      case "LinkMovedToGroup":
        before.groupId = event.data.from;
        break;
      case "LinkActivated":
        before.isActive = false;
        break;
      case "LinkDeactivated":
        before.isActive = true;
        break;
      case "LinkCreated":
      case "LinkDeleted":
        break;
    }
  }
  return before;
}

/** Whether undoing an edit would change the link as it is now. */
export function isRevertible({ events }: Edit, link: EditableFields): boolean {
  const before = fieldsBefore(events);
  return (
    (before.name !== undefined && before.name !== link.name) ||
    (before.originalUrl !== undefined && before.originalUrl !== link.originalUrl) ||
    (before.code !== undefined && before.code !== link.code) ||
    (before.groupId !== undefined && before.groupId !== link.groupId) ||
    (before.isActive !== undefined && before.isActive !== link.isActive)
  );
}
