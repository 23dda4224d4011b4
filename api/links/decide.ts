import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { authorize, authorizeOwn, type Member } from "../access/authorize.ts";
import { fieldsBefore } from "./edits.ts";
import type { LinkState, LiveLink } from "./link.ts";

/** `at` is an instant in ISO 8601; everything else has been validated and normalised before. */
interface Command {
  readonly linkId: string;
  /** Who gives it; a new link belongs to the workspace that it is given in. */
  readonly by: Member;
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

/** Throws NOT_FOUND_ERROR for a link that isn't there, is gone, or belongs to somebody else; AUTHORIZATION_ERROR. */
export function decideLink(command: LinkCommand, state: LinkState): LinkEvent[] {
  if (command.type === "CreateLink") {
    if (state.status !== "none") throw new Error(`link ${command.linkId} exists already`);
    const { type: _, by, ...data } = command;
    return [{ type: "LinkCreated", version: 1, data: { ...data, ownerId: authorizeOwn(by, "links:write") } }];
  }
  const live = state.status === "live" ? state : null;
  authorize(command.by, "links:write", { type: "link", workspaceId: live?.ownerId ?? null });
  if (!live) return [];
  const { linkId, at } = command;
  switch (command.type) {
    case "EditLink":
      return edit(command, live);
    case "SetLinkActive":
      return setActive(command.active ?? !live.isActive, command, live);
    case "RevertLink":
      return revert(command, live);
    case "DeleteLink":
      return [{ type: "LinkDeleted", version: 1, data: { linkId, code: live.code, at } }];
  }
}

function setActive(active: boolean, { linkId, at }: Command, link: LiveLink): LinkEvent[] {
  if (active === link.isActive) return [];
  return [{ type: active ? "LinkActivated" : "LinkDeactivated", version: 1, data: { linkId, at } }];
}

function revert({ linkId, by, at, edit: undone }: RevertLink, link: LiveLink): LinkEvent[] {
  const { isActive, ...fields } = fieldsBefore(undone);
  const known = { linkId, by, at };
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
