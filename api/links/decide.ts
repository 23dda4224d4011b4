import { HoplogError } from "@hoplog/schema/errors.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { authorize, authorizeOwn, type Member, type Principal } from "../access/authorize.ts";
import { fieldsBefore } from "./edits.ts";
import type { Aggregate } from "../eventstore/eventStore.ts";
import { evolveLink, type LinkState, type LiveLink, noLink } from "./link.ts";

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

/** An operator's. A ban with another reason takes the place of the one before. */
export interface BanLink extends Omit<Command, "by"> {
  readonly type: "BanLink";
  readonly by: Principal;
  readonly reason: string;
}

export interface LiftLinkBan extends Omit<Command, "by"> {
  readonly type: "LiftLinkBan";
  readonly by: Principal;
}

export type LinkCommand = CreateLink | EditLink | SetLinkActive | RevertLink | DeleteLink | BanLink | LiftLinkBan;

/**
 * Throws NOT_FOUND_ERROR for a link that isn't there, is gone, or belongs to somebody else; AUTHORIZATION_ERROR, also for
 * what its owner can't do while it is banned.
 */
export function decideLink(command: LinkCommand, state: LinkState): LinkEvent[] {
  if (command.type === "CreateLink") {
    if (state.status !== "none") throw new Error(`link ${command.linkId} exists already`);
    const { type: _, by, ...data } = command;
    return [{ type: "LinkCreated", version: 1, data: { ...data, ownerId: authorizeOwn(by, "links:write") } }];
  }
  const live = state.status === "live" ? state : null;
  const isBan = command.type === "BanLink" || command.type === "LiftLinkBan";
  authorize(command.by, isBan ? "links:ban" : "links:write", { type: "link", workspaceId: live?.ownerId ?? null });
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
      // Its code could be given to a new link.
      refuseBanned(live, "It can't be deleted.");
      return [{ type: "LinkDeleted", version: 1, data: { linkId, code: live.code, at } }];
    case "BanLink": {
      const { reason } = command;
      return reason === live.banReason ? [] : [{ type: "LinkBanned", version: 1, data: { linkId, reason, at } }];
    }
    case "LiftLinkBan":
      return live.banReason === null ? [] : [{ type: "LinkBanLifted", version: 1, data: { linkId, at } }];
  }
}

function refuseBanned({ banReason }: LiveLink, consequence: string): void {
  if (banReason === null) return;
  const message = `This URL has been banned by an operator. ${consequence} Reason: ${banReason}`;
  throw new HoplogError("AUTHORIZATION_ERROR", message);
}

function setActive(active: boolean, { linkId, at }: Pick<Command, "linkId" | "at">, link: LiveLink): LinkEvent[] {
  if (active === link.isActive) return [];
  if (active) refuseBanned(link, "It can't be switched on.");
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
    refuseBanned(link, "It can't get another short URL.");
    events.push({ type: "LinkCodeChanged", version: 1, data: { linkId, from: link.code, to: code, at } });
  }
  if (groupId !== undefined && groupId !== link.groupId) {
    events.push({ type: "LinkMovedToGroup", version: 1, data: { linkId, from: link.groupId, to: groupId, at } });
  }
  return events;
}

export const links: Aggregate<"link", LinkState, LinkCommand> = {
  streamType: "link",
  initial: noLink,
  evolve: evolveLink,
  decide: decideLink,
};
