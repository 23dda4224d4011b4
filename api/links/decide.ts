import { notFoundError } from "@hoplog/schema/errors.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { fieldsBefore } from "./edits.ts";
import type { LinkState, LiveLink } from "./link.ts";

/** `at` is an instant in ISO 8601; everything else has been validated and normalised before. */
interface Command {
  readonly linkId: string;
  readonly ownerId: string;
  readonly at: string;
}

export interface CreateLink extends Command {
  readonly type: "CreateLink";
  readonly name: string;
  readonly code: string;
  readonly originalUrl: string;
  readonly groupId: string | null;
}

/** What is absent stays as it is. */
export interface EditLink extends Command {
  readonly type: "EditLink";
  readonly name?: string;
  readonly code?: string;
  readonly originalUrl?: string;
  readonly groupId?: string | null;
}

export interface SetLinkActive extends Command {
  readonly type: "SetLinkActive";
  /** Null flips whatever it is. */
  readonly active: boolean | null;
}

/** Sets back what an earlier edit changed, whatever has happened since; `edit` holds that edit's events. */
export interface RevertLink extends Command {
  readonly type: "RevertLink";
  readonly edit: readonly LinkEvent[];
}

export interface DeleteLink extends Command {
  readonly type: "DeleteLink";
}

export type LinkCommand = CreateLink | EditLink | SetLinkActive | RevertLink | DeleteLink;

/** Throws NOT_FOUND_ERROR for a link that isn't there, is gone, or belongs to somebody else. */
export function decideLink(command: LinkCommand, state: LinkState): LinkEvent[] {
  if (command.type === "CreateLink") {
    if (state.status !== "none") throw new Error(`link ${command.linkId} exists already`);
    const { type: _, ...data } = command;
    return [{ type: "LinkCreated", version: 1, data }];
  }
  if (state.status !== "live" || state.ownerId !== command.ownerId) throw notFoundError("Link");
  const { linkId, at } = command;
  switch (command.type) {
    case "EditLink":
      return edit(command, state);
    case "SetLinkActive":
      return setActive(command.active ?? !state.isActive, command, state);
    case "RevertLink":
      return revert(command, state);
    case "DeleteLink":
      return [{ type: "LinkDeleted", version: 1, data: { linkId, code: state.code, at } }];
  }
}

function setActive(active: boolean, { linkId, at }: Command, link: LiveLink): LinkEvent[] {
  if (active === link.isActive) return [];
  return [{ type: active ? "LinkActivated" : "LinkDeactivated", version: 1, data: { linkId, at } }];
}

function revert({ linkId, ownerId, at, edit: undone }: RevertLink, link: LiveLink): LinkEvent[] {
  const { isActive, ...fields } = fieldsBefore(undone);
  const known = { linkId, ownerId, at };
  const switched = isActive === undefined ? [] : setActive(isActive, known, link);
  return [...edit({ type: "EditLink", ...known, ...fields }, link), ...switched];
}

function edit({ linkId, at, name, code, originalUrl, groupId }: EditLink, link: LiveLink): LinkEvent[] {
  const events: LinkEvent[] = [];
  if (name !== undefined && name !== link.name) {
    events.push({ type: "LinkRenamed", version: 1, data: { linkId, from: link.name, to: name, at } });
  }
  if (originalUrl !== undefined && originalUrl !== link.originalUrl) {
    events.push({ type: "LinkRetargeted", version: 1, data: { linkId, from: link.originalUrl, to: originalUrl, at } });
  }
  if (code !== undefined && code !== link.code) {
    events.push({ type: "LinkCodeChanged", version: 1, data: { linkId, from: link.code, to: code, at } });
  }
  if (groupId !== undefined && groupId !== link.groupId) {
    events.push({ type: "LinkMovedToGroup", version: 1, data: { linkId, from: link.groupId, to: groupId, at } });
  }
  return events;
}
