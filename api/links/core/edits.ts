import type { EventMeta } from "@hoplog/schema/events/envelope.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { optionsChanged } from "@hoplog/schema/links/options/changes.js";
import { type OptionChanges, optionNames } from "@hoplog/schema/links/options/options.js";
import { linkTextNames } from "@hoplog/schema/links/texts.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { changedField, isFieldChange } from "./fieldChange.ts";
import type { DescribedLink } from "./linkDifferences.ts";
import { sameTags } from "./organise.ts";

/** An event in a link's history; `version` is its place in the stream, from 1. */
export interface PastEvent {
  readonly version: number;
  readonly meta: EventMeta;
  readonly event: LinkEvent;
}

/** The events of one command. `version` is that of the last one. */
export interface Edit {
  readonly version: number;
  readonly at: string;
  readonly userId: string | null;
  readonly byOperator: boolean;
  /** Id of the command; undefined in events of older versions, which stored none. */
  readonly commandId: string | undefined;
  readonly events: readonly LinkEvent[];
}

export type EditableFields = Omit<DescribedLink, "banReason" | "listing">;

/** Fields before an edit; `options` holds only those that were changed, null for the default. */
export interface FieldsBefore extends Partial<Omit<EditableFields, "options">> {
  readonly options?: OptionChanges;
}

/** Groups a link's events by command, in order. */
export function editsOf(past: readonly PastEvent[]): Edit[] {
  const edits: Edit[] = [];
  for (const { version, meta, event } of past) {
    const last = edits.at(-1);
    if (last && isOfEdit(last, meta, event)) {
      edits[edits.length - 1] = { ...last, version, events: [...last.events, event] };
    } else {
      const { userId, commandId, via } = meta;
      const byOperator = via === "operator";
      edits.push({ version, at: event.data.at, userId, byOperator, commandId, events: [event] });
    }
  }
  return edits;
}

/**
 * Whether an event belongs to the preceding event's edit: both have the same command id or, in older versions without
 * command ids, the same user and instant. A creation without a command id is always a separate edit.
 */
function isOfEdit(edit: Edit, { commandId, userId }: EventMeta, { data }: LinkEvent): boolean {
  if (commandId !== undefined || edit.commandId !== undefined) return edit.commandId === commandId;
  return edit.at === data.at && edit.userId === userId && edit.events[0]?.type !== "LinkCreated";
}

/** Returns the previous values of the fields that these events changed; empty for events that cannot be undone. */
export function fieldsBefore(events: readonly LinkEvent[]): FieldsBefore {
  const before: { -readonly [K in keyof FieldsBefore]: FieldsBefore[K] } = {};
  for (const event of events.toReversed()) {
    if (isFieldChange(event)) {
      Object.assign(before, { [changedField(event)]: event.data.from });
      continue;
    }
    switch (event.type) {
      case "LinkCodeChanged":
        setAddressBefore(before, event.data);
        break;
      case "LinkArchived":
        before.isArchived = false;
        break;
      case "LinkUnarchived":
        before.isArchived = true;
        break;
      case "LinkOptionsChanged": {
        const { from, to } = event.data;
        // An edit of the password can't be reverted, because the earlier hash was deleted.
        const names = optionNames.filter((name) => name !== "passwordId" && (name in from || name in to));
        if (names.length === 0) break;
        before.options = { ...before.options, ...Object.fromEntries(names.map((name) => [name, from[name] ?? null])) };
        break;
      }
      case "LinkActivated":
        before.isActive = false;
        break;
      case "LinkDeactivated":
        before.isActive = true;
        break;
      case "LinkCreated":
      case "LinkDeleted":
      case "LinkBanned":
      case "LinkBanLifted":
      case "LinkListed":
      case "LinkUnlisted":
      // Favourites belong to a user and are not an edit of the link.
      case "LinkFavourited":
      case "LinkUnfavourited":
        break;
    }
  }
  return before;
}

type AddressChange = Extract<LinkEvent, { type: "LinkCodeChanged" }>["data"];

/**
 * Sets only the values that the event changed: after a change of the code, the link may have moved to another domain.
 */
function setAddressBefore(before: { domain?: number; code?: string }, change: AddressChange): void {
  const { from, to, fromDomain = defaultDomain, toDomain = defaultDomain } = change;
  if (from !== to) before.code = from;
  if (fromDomain !== toDomain) before.domain = fromDomain;
}

/** Fields whose values can be compared by `===`. */
const comparedFields = [
  "name",
  "originalUrl",
  "domain",
  "code",
  "groupId",
  ...linkTextNames,
  "isArchived",
  "isActive",
] as const;

/** Whether reverting an edit would change the link as it is now; `isTag` returns whether a tag still exists. */
export function isRevertible(
  { events }: Edit,
  link: EditableFields,
  isTag: (id: string) => boolean = () => true,
): boolean {
  const before = fieldsBefore(events);
  return (
    comparedFields.some((field) => before[field] !== undefined && before[field] !== link[field]) ||
    (before.tagIds !== undefined && !sameTags(before.tagIds.filter(isTag), link.tagIds.filter(isTag))) ||
    (before.options !== undefined && optionsChanged(link.options, before.options) !== null)
  );
}
