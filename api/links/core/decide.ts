import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { applyOptions, optionsChanged } from "@hoplog/schema/links/options/changes.js";
import type { LinkOptions, OptionChanges } from "@hoplog/schema/links/options/options.js";
import type { LinkTextName, LinkTexts } from "@hoplog/schema/links/texts.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import {
  authorize,
  authorizeLinks,
  authorizeMove,
  type Member,
  type Principal,
} from "../../kernel/access/authorize.ts";
import type { Permission } from "../../kernel/access/permissions.ts";
import { fieldsBefore } from "./edits.ts";
import type { Aggregate } from "../../kernel/eventstore/eventStore.ts";
import { organise } from "./organise.ts";
import { evolveLink, type LinkState, type Listing, type LiveLink, noLink } from "./link.ts";
import type { OptionDrafts } from "./options/drafts.ts";
import { numbered, numberedAgain } from "./options/numbering.ts";
import { optionProblems } from "./options/problems.ts";
import { destinationsOf } from "./options/urls.ts";

/** The source of an imported link. */
export type Imported = NonNullable<Extract<LinkEvent, { type: "LinkCreated" }>["data"]["imported"]>;

/** Fields of every command. `at` is an instant in ISO 8601; everything else has been validated and normalised. */
interface Command {
  readonly linkId: string;
  /** The sender; a new link belongs to the sender's workspace. */
  readonly by: Member;
  readonly at: string;
}

export interface CreateLink extends Command, Readonly<Partial<Record<LinkTextName, string>>> {
  readonly type: "CreateLink";
  readonly name: string;
  /** Number of the domain; absent for the default one. */
  readonly domain?: number;
  readonly code: string;
  readonly originalUrl: string;
  readonly groupId: string | null;
  /** Options whose rules and arms are already numbered. */
  readonly options?: LinkOptions;
  /** Tag ids in ascending order; absent if the link has none. */
  readonly tagIds?: readonly string[];
  /** The next three are set only for imported links. */
  readonly isActive?: false;
  readonly isArchived?: true;
  readonly imported?: Imported;
}

/** Edits a link; absent fields are not changed. */
export interface EditLink extends Command, Partial<LinkTexts> {
  readonly type: "EditLink";
  readonly name?: string;
  /** The number of the domain that the link moves to. */
  readonly domain?: number;
  readonly code?: string;
  readonly originalUrl?: string;
  readonly groupId?: string | null;
  readonly options?: OptionDrafts;
  /** All tags that the link will have, in ascending order. */
  readonly tagIds?: readonly string[];
  readonly isArchived?: boolean;
  /** Whether the link is a favourite of the sender. */
  readonly isFavourite?: boolean;
}

export interface SetLinkActive extends Command {
  readonly type: "SetLinkActive";
  /** Whether to enable the link; null toggles the current state. */
  readonly active: boolean | null;
}

/** Reverts an earlier edit, even if there are later ones; `edit` contains the events of the edit to revert. */
export interface RevertLink extends Command {
  readonly type: "RevertLink";
  readonly edit: readonly LinkEvent[];
  /** The tags that the link had before the edit and that still exist; absent if the edit changed no tags. */
  readonly tagIds?: readonly string[];
}

export interface DeleteLink extends Command {
  readonly type: "DeleteLink";
}

/** Bans a link; sent by an operator. If the link is already banned for another reason, the new reason replaces it. */
export interface BanLink extends Omit<Command, "by"> {
  readonly type: "BanLink";
  readonly by: Principal;
  readonly reason: string;
}

export interface LiftLinkBan extends Omit<Command, "by"> {
  readonly type: "LiftLinkBan";
  readonly by: Principal;
}

/**
 * Lists a link that may redirect to a URL that is listed as harmful; sent by the system. Replaces an earlier listing.
 */
export interface ListLink extends Omit<Command, "by"> {
  readonly type: "ListLink";
  readonly by: Principal;
  readonly listing: Listing;
}

export interface UnlistLink extends Omit<Command, "by"> {
  readonly type: "UnlistLink";
  readonly by: Principal;
}

/** Gives a link a new code because its code is a path of the app on the same host; sent by the system. */
export interface MakeWay extends Omit<Command, "by"> {
  readonly type: "MakeWay";
  readonly by: Principal;
  readonly code: string;
}

export type LinkCommand =
  | CreateLink
  | EditLink
  | SetLinkActive
  | RevertLink
  | DeleteLink
  | BanLink
  | LiftLinkBan
  | ListLink
  | UnlistLink
  | MakeWay;

/** The permissions for commands that only operators or the system can send. */
const permissionsOfOthers: Readonly<Partial<Record<LinkCommand["type"], Permission>>> = {
  BanLink: "links:ban",
  LiftLinkBan: "links:ban",
  ListLink: "links:list",
  UnlistLink: "links:list",
  MakeWay: "links:make-way",
};

/**
 * Decides a link's command. Throws NOT_FOUND_ERROR if the link does not exist, was deleted, or belongs to another
 * workspace; AUTHORIZATION_ERROR, also for actions that the owner may not take while the link is banned;
 * VALIDATION_ERROR for options that contradict each other.
 */
export function decideLink(command: LinkCommand, state: LinkState): LinkEvent[] {
  if (command.type === "CreateLink") {
    if (state.status !== "none") throw new Error(`link ${command.linkId} already exists`);
    const { type: _, by, options = {}, tagIds = [], ...given } = command;
    const data = {
      ...given,
      ownerId: authorizeLinks(by, "links:create"),
      ...(Object.keys(options).length > 0 && { options }),
      ...(tagIds.length > 0 && { tagIds: [...tagIds] }),
    };
    return [{ type: "LinkCreated", version: 1, data }];
  }
  const live = state.status === "live" ? state : null;
  const permission = permissionsOfOthers[command.type] ?? "links:write";
  authorize(command.by, permission, { type: "link", workspaceId: live?.ownerId ?? null, places: live ?? undefined });
  if (!live) return [];
  const { linkId, at } = command;
  switch (command.type) {
    case "EditLink": {
      const { options, ...others } = command;
      authorizeMove(command.by, command);
      return edit({ ...others, ...(options && { options: numbered(options, live.options, live.numbers) }) }, live);
    }
    case "SetLinkActive":
      return setActive(command.active ?? !live.isActive, command, live);
    case "RevertLink":
      authorizeMove(command.by, { ...fieldsBefore(command.edit), tagIds: command.tagIds });
      return revert(command, live);
    case "DeleteLink":
      // If a banned link could be deleted, its owner could create another link with its code.
      refuseBanned(live, "It can't be deleted.");
      return [
        { type: "LinkDeleted", version: 1, data: { linkId, ...domainIn("domain", live.domain), code: live.code, at } },
      ];
    case "BanLink": {
      const { reason } = command;
      return reason === live.banReason ? [] : [{ type: "LinkBanned", version: 1, data: { linkId, reason, at } }];
    }
    case "LiftLinkBan":
      return live.banReason === null ? [] : [{ type: "LinkBanLifted", version: 1, data: { linkId, at } }];
    case "ListLink":
      return list(command, live);
    case "MakeWay":
      return makeWay(command, live);
    case "UnlistLink":
      return live.listing === null ? [] : [{ type: "LinkUnlisted", version: 1, data: { linkId, at } }];
  }
}

/**
 * Changes a reserved code of the default domain; returns no events if the link has since got another code or domain.
 * Banned links change too, because no other link can get the old code.
 */
function makeWay({ linkId, at, code: to }: MakeWay, { domain, code: from }: LiveLink): LinkEvent[] {
  if (domain !== defaultDomain || !isReservedCode(from)) return [];
  return [{ type: "LinkCodeChanged", version: 1, data: { linkId, from, to, at } }];
}

/** Lists a link; returns no events if the listing is unchanged or the link no longer has the URL. */
function list({ linkId, at, listing }: ListLink, link: LiveLink): LinkEvent[] {
  const { source, url, reason } = listing;
  const { listing: before } = link;
  if (before?.source === source && before.url === url && before.reason === reason) return [];
  if (!destinationsOf(link).some((destination) => destination.url === url)) return [];
  return [{ type: "LinkListed", version: 1, data: { linkId, source, url, reason, at } }];
}

function refuseBanned({ banReason }: LiveLink, consequence: string): void {
  if (banReason === null) return;
  const message = `This URL has been banned by an operator. ${consequence} Reason: ${banReason}`;
  throw new HoplogError("AUTHORIZATION_ERROR", message);
}

function setActive(active: boolean, { linkId, at }: Pick<Command, "linkId" | "at">, link: LiveLink): LinkEvent[] {
  if (active === link.isActive) return [];
  if (active) refuseBanned(link, "It can't be activated.");
  return [{ type: active ? "LinkActivated" : "LinkDeactivated", version: 1, data: { linkId, at } }];
}

function revert({ linkId, by, at, edit: undone, tagIds }: RevertLink, link: LiveLink): LinkEvent[] {
  const { isActive, options, tagIds: _, ...others } = fieldsBefore(undone);
  const known = { linkId, by, at };
  const fields = { ...others, ...(tagIds && { tagIds }) };
  const switched = isActive === undefined ? [] : setActive(isActive, known, link);
  const before = options && { options: numberedAgain(options, link.options, link.numbers) };
  return [...edit({ ...known, ...fields, ...before }, link), ...switched];
}

/** An edit whose rules and arms are numbered. */
interface NumberedEdit extends Omit<EditLink, "type" | "options"> {
  readonly options?: OptionChanges;
}

function edit(command: NumberedEdit, link: LiveLink): LinkEvent[] {
  const { linkId, at, name, domain, code, originalUrl, groupId, options } = command;
  const events: LinkEvent[] = [];
  if (name !== undefined && name !== link.name) {
    events.push({ type: "LinkRenamed", version: 1, data: { linkId, from: link.name, to: name, at } });
  }
  if (originalUrl !== undefined && originalUrl !== link.originalUrl) {
    events.push({ type: "LinkRetargeted", version: 1, data: { linkId, from: link.originalUrl, to: originalUrl, at } });
  }
  const to = { domain: domain ?? link.domain, code: code ?? link.code };
  if (to.domain !== link.domain || to.code !== link.code) {
    refuseBanned(link, "Its short URL can't be changed.");
    const domains = { ...domainIn("fromDomain", link.domain), ...domainIn("toDomain", to.domain) };
    const data = { linkId, from: link.code, to: to.code, ...domains, at };
    events.push({ type: "LinkCodeChanged", version: 1, data });
  }
  if (groupId !== undefined && groupId !== link.groupId) {
    events.push({ type: "LinkMovedToGroup", version: 1, data: { linkId, from: link.groupId, to: groupId, at } });
  }
  events.push(...organise(command, link));
  const changed = options && optionsChanged(link.options, options);
  if (changed) {
    const problems = optionProblems(applyOptions(link.options, changed));
    if (problems.length > 0) throw validationError(problems);
    events.push({ type: "LinkOptionsChanged", version: 1, data: { linkId, ...changed, at } });
  }
  return events;
}

/** Returns a domain's number under a field name, as events store it: omitted for the default domain. */
function domainIn<Name extends string>(name: Name, domain: number): Partial<Record<Name, number>> {
  const named: Partial<Record<Name, number>> = {};
  if (domain !== defaultDomain) named[name] = domain;
  return named;
}

export const links: Aggregate<"link", LinkState, LinkCommand> = {
  streamType: "link",
  initial: noLink,
  evolve: evolveLink,
  decide: decideLink,
};
