import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorizeLinks } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { links } from "./decide.ts";
import type { LinkCommand } from "./decide.ts";
import { eraseLinks, type NotifyWorker } from "./eraseLinks.ts";
import { requireGroup } from "./groupOfLink.ts";
import { LinkRow } from "./linkRow.ts";
import { requireReach } from "./places.ts";
import { readTagChange } from "./organisedInput.ts";
import { changedTags } from "./tagsOfLink.ts";

/** Enables or disables a link; null toggles it. Throws NOT_FOUND_ERROR; AUTHORIZATION_ERROR if a ban forbids it. */
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
 * Deletes a link permanently, erases its data, and schedules the erasure of its clicks. Throws NOT_FOUND_ERROR;
 * AUTHORIZATION_ERROR if the link is banned.
 */
export async function deleteLink(
  services: Events & Ids & Clock & NotifyWorker,
  actor: Actor,
  linkId: string,
): Promise<void> {
  await deleteLinks(services, actor, [linkId]);
}

/** Changes to several links; absent fields are not changed. */
export interface LinkUpdates {
  readonly isActive?: boolean | undefined;
  readonly groupId?: string | null | undefined;
  readonly isArchived?: boolean | undefined;
  /** Whether the links are favourites of the caller. */
  readonly isFavourite?: boolean | undefined;
  /** Tag names; missing tags are created. */
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

/**
 * Updates all of the links or none. Throws VALIDATION_ERROR for no changes, invalid tags, and no or too many ids;
 * NOT_FOUND_ERROR if an id of a link or group is unknown; AUTHORIZATION_ERROR if a ban forbids a change.
 */
export async function updateLinks(
  services: Events & Ids & Clock,
  actor: Actor,
  ids: readonly string[],
  changes: LinkUpdates,
): Promise<LinkRow[]> {
  const linkIds = requireFewIds(ids);
  const { isActive, groupId, isArchived, isFavourite, addTags, removeTags } = changes;
  if (Object.values(changes).every((change) => change === undefined)) {
    const names = "isActive, groupId, addTags, removeTags, isArchived or isFavourite";
    throw validationError([{ field: "isActive", message: `Provide at least one field to change: ${names}` }]);
  }
  const tags = readTagChange(addTags, removeTags);
  return services.eventStore.unitOfWork(async (tx) => {
    if (groupId) await requireGroup(tx, actor, groupId);
    const origin = originOf(services, actor);
    const creator = { member: actor, origin };
    const tagged = tags
      ? await changedTags(services, tx, creator, linkIds, tags)
      : new Map<string, readonly string[]>();
    await requireReach(tx, actor, linkIds);
    for (const linkId of linkIds) {
      const known = command(services, actor, linkId);
      const tagIds = tagged.get(linkId);
      const edit = {
        ...(groupId !== undefined && { groupId }),
        ...(tagIds && { tagIds }),
        ...(isArchived !== undefined && { isArchived }),
        ...(isFavourite !== undefined && { isFavourite }),
      };
      // Each link gets a command, even without changes: the command authorizes access to it.
      const isEdit = Object.keys(edit).length > 0 || isActive === undefined;
      const commands: LinkCommand[] = [
        ...(isEdit ? [{ type: "EditLink", ...known, ...edit } as const] : []),
        ...(isActive === undefined ? [] : [{ type: "SetLinkActive", ...known, active: isActive } as const]),
      ];
      for (const change of commands) await services.eventStore.execute(tx, links, linkId, change, origin);
    }
    const rows = await tx.find(LinkRow, { id: { $in: linkIds } }, { disableIdentityMap: true });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  });
}

/**
 * Deletes all of the links or none, like {@link deleteLink}. Throws VALIDATION_ERROR for no or too many ids;
 * NOT_FOUND_ERROR if an id is unknown; AUTHORIZATION_ERROR if a link is banned.
 */
export async function deleteLinks(
  services: Events & Ids & Clock & NotifyWorker,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  const linkIds = requireFewIds(ids);
  await services.eventStore.unitOfWork(async (tx) => {
    const origin = originOf(services, actor);
    await requireReach(tx, actor, linkIds);
    for (const linkId of linkIds) {
      const remove = { type: "DeleteLink", ...command(services, actor, linkId) } as const;
      await services.eventStore.execute(tx, links, linkId, remove, origin);
    }
    await eraseLinks(tx, authorizeLinks(actor, "links:write"), linkIds, services.now());
  });
  services.erasures.notify();
}

/**
 * Returns the ids deduplicated and sorted, so that concurrent calls lock links in the same order and can't deadlock.
 * Throws VALIDATION_ERROR for no or too many ids.
 */
function requireFewIds(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();
  if (distinct.length > 0 && distinct.length <= limits.listMax) return distinct;
  throw validationError([{ field: "urlIds", message: `Provide 1 to ${limits.listMax} IDs` }]);
}

function command(services: Clock, actor: Actor, linkId: string) {
  return { linkId, by: actor, at: services.now().toISOString() };
}

async function run(
  services: Events & Ids,
  tx: Transaction,
  actor: Actor,
  linkCommand: Extract<LinkCommand, { type: "SetLinkActive" }>,
) {
  await requireReach(tx, actor, [linkCommand.linkId]);
  await services.eventStore.execute(tx, links, linkCommand.linkId, linkCommand, originOf(services, actor));
  return tx.findOneOrFail(LinkRow, linkCommand.linkId, { disableIdentityMap: true });
}
