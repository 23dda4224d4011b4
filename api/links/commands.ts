import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../access/authorize.ts";
import { originOf, type Actor } from "../calls/actor.ts";
import type { Clock, Ids } from "../calls/capabilities.ts";
import type { Blocklist } from "../blocklist/liveBlocklist.ts";
import type { Transaction } from "../database/orm.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import { links } from "./decide.ts";
import type { LinkCommand } from "./decide.ts";
import { editsOf, fieldsBefore } from "./edits.ts";
import { eraseLinks, type NotifyWorker } from "./eraseLinks.ts";
import { requireGroup } from "./groupOfLink.ts";
import { pastEvents } from "./history.ts";
import { type LinkInput, parseLinkChanges } from "./input.ts";
import { LinkRow } from "./linkRow.ts";
import type { LinksById } from "./linksById.ts";
import { type HashedPassword, hashLinkPassword, keepPassword } from "./options/password.ts";
import { needsTimeZone } from "./options/read.ts";
import { refuseForbiddenUrls } from "./options/urls.ts";
import type { OwnHosts } from "./ownHosts.ts";
import { refuseListed } from "./refuseListed.ts";

/**
 * Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl`, NOT_FOUND_ERROR for the link or the group, and for a password
 * RATE_LIMIT_ERROR.
 */
export async function editLink(
  services: Events & Ids & Clock & OwnHosts & Blocklist & LinksById & LimitsOf<"linkPasswords">,
  actor: Actor,
  linkId: string,
  input: LinkInput,
): Promise<LinkRow> {
  // What is wrong whatever the link's time zone is wrong before anybody asks for the link.
  const changes = parseLinkChanges(input, services.ownHosts);
  refuseListed(services, changes);
  const given = changes.password;
  const password = typeof given === "string" ? await hashPasswordOf(services, actor, linkId, given) : given;
  return services.eventStore.unitOfWork(async (tx) => {
    const { password: _, ...resolved } = needsTimeZone(input)
      ? parseLinkChanges(input, services.ownHosts, await timeZoneOf(tx, linkId))
      : changes;
    const known = command(services, actor, linkId);
    if (password === undefined) return run(services, tx, actor, { type: "EditLink", ...known, ...resolved });
    const options = { ...resolved.options, passwordId: password && password.passwordId };
    const row = await run(services, tx, actor, { type: "EditLink", ...known, ...resolved, options });
    await keepPassword(tx, linkId, password, services.now());
    return row;
  });
}

/** Nobody makes us hash for a link that isn't theirs. */
async function hashPasswordOf(
  services: Ids & LinksById & LimitsOf<"linkPasswords">,
  actor: Actor,
  linkId: string,
  password: string,
): Promise<HashedPassword> {
  const link = await services.linkById(linkId);
  authorize(actor, "links:write", { type: "link", workspaceId: link?.ownerId ?? null });
  const { refusal } = await services.limits.linkPasswords(actor.userId, 1);
  if (refusal) throw refusal;
  return hashLinkPassword(services, password);
}

/** `active` null flips the state. Throws NOT_FOUND_ERROR. */
export async function setLinkActive(
  services: Events & Ids & Clock,
  actor: Actor,
  linkId: string,
  active: boolean | null,
): Promise<LinkRow> {
  const change = { type: "SetLinkActive", ...command(services, actor, linkId), active } as const;
  return services.eventStore.unitOfWork((tx) => run(services, tx, actor, change));
}

/**
 * Sets back what one edit changed, by the version that the history gives it. A group that is gone by now becomes none.
 * Throws NOT_FOUND_ERROR for the link, VALIDATION_ERROR for a version that can't be undone or a URL that is no longer
 * allowed, CONFLICT_ERROR on `shortUrl` for a code that another link has taken since.
 */
export async function revertLink(
  services: Events & Ids & Clock & OwnHosts & Blocklist,
  actor: Actor,
  linkId: string,
  version: number,
): Promise<LinkRow> {
  return services.eventStore.unitOfWork(async (tx) => {
    const edit = editsOf(await pastEvents(tx, linkId)).find((candidate) => candidate.version === version);
    const before = fieldsBefore(edit?.events ?? []);
    const link = await tx.findOne(LinkRow, { id: linkId }, { disableIdentityMap: true });
    authorize(actor, "links:write", { type: "link", workspaceId: link?.ownerId ?? null });
    if (!edit || Object.keys(before).length === 0) {
      throw validationError([{ field: "version", message: "This change can't be reverted" }]);
    }
    if (before.originalUrl !== undefined) parseLinkChanges({ originalUrl: before.originalUrl }, services.ownHosts);
    if (before.options) refuseForbiddenUrls(before.options, services.ownHosts);
    refuseListed(services, before);
    const revert = { type: "RevertLink", ...command(services, actor, linkId), edit: edit.events } as const;
    await services.eventStore.execute(tx, links, linkId, revert, originOf(services, actor));
    return tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
  });
}

/** For good: its clicks and its texts are erased too. Throws NOT_FOUND_ERROR. */
export async function deleteLink(
  services: Events & Ids & Clock & NotifyWorker,
  actor: Actor,
  linkId: string,
): Promise<void> {
  await deleteLinks(services, actor, [linkId]);
}

/** All or none. Throws VALIDATION_ERROR for none or too many ids, NOT_FOUND_ERROR as soon as one is unknown. */
export async function updateLinks(
  services: Events & Ids & Clock,
  actor: Actor,
  ids: readonly string[],
  { isActive, groupId }: { readonly isActive?: boolean | undefined; readonly groupId?: string | null | undefined },
): Promise<LinkRow[]> {
  const linkIds = requireFewIds(ids);
  if (isActive === undefined && groupId === undefined) {
    throw validationError([{ field: "isActive", message: "Say what to change: isActive, groupId or both" }]);
  }
  return services.eventStore.unitOfWork(async (tx) => {
    if (groupId) await requireGroup(tx, actor, groupId);
    const origin = originOf(services, actor);
    for (const linkId of linkIds) {
      const known = command(services, actor, linkId);
      const commands: LinkCommand[] = [
        ...(groupId === undefined ? [] : [{ type: "EditLink", ...known, groupId } as const]),
        ...(isActive === undefined ? [] : [{ type: "SetLinkActive", ...known, active: isActive } as const]),
      ];
      for (const change of commands) await services.eventStore.execute(tx, links, linkId, change, origin);
    }
    const rows = await tx.find(LinkRow, { id: { $in: linkIds } }, { disableIdentityMap: true });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  });
}

/** As {@link deleteLink} for each; all or none. Throws VALIDATION_ERROR for none or too many ids, NOT_FOUND_ERROR. */
export async function deleteLinks(
  services: Events & Ids & Clock & NotifyWorker,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const linkIds = requireFewIds(ids);
  await services.eventStore.unitOfWork(async (tx) => {
    const origin = originOf(services, actor);
    for (const linkId of linkIds) {
      const remove = { type: "DeleteLink", ...command(services, actor, linkId) } as const;
      await services.eventStore.execute(tx, links, linkId, remove, origin);
    }
    await eraseLinks(tx, authorizeOwn(actor, "links:write"), linkIds, services.now());
  });
  services.erasures.notify();
}

/** Without repeats and in one order, so that two of these never wait for each other. */
function requireFewIds(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)].toSorted();
  if (distinct.length > 0 && distinct.length <= limits.listMax) return distinct;
  throw validationError([{ field: "urlIds", message: `Give 1 to ${limits.listMax} ids` }]);
}

function command(services: Clock, actor: Actor, linkId: string) {
  return { linkId, by: actor, at: services.now().toISOString() };
}

/** The default one for a link that isn't there, which the command then finds out. */
async function timeZoneOf(tx: Transaction, linkId: string): Promise<string | undefined> {
  const link = await tx.findOne(LinkRow, { id: linkId }, { disableIdentityMap: true });
  return link?.options.timeZone;
}

async function run(
  services: Events & Ids,
  tx: Transaction,
  actor: Actor,
  linkCommand: Extract<LinkCommand, { type: "EditLink" | "SetLinkActive" }>,
) {
  if ("groupId" in linkCommand && linkCommand.groupId) await requireGroup(tx, actor, linkCommand.groupId);
  await services.eventStore.execute(tx, links, linkCommand.linkId, linkCommand, originOf(services, actor));
  return tx.findOneOrFail(LinkRow, linkCommand.linkId, { disableIdentityMap: true });
}
