import { generateCode } from "@hoplog/schema/codes/generate.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorize, authorizeOwn } from "../access/authorize.ts";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { originOf, type Actor } from "../calls/actor.ts";
import type { Clock, Ids, Randomness } from "../calls/capabilities.ts";
import type { Events } from "../eventstore/eventStore.ts";
import type { LimitsOf } from "../limits/limits.ts";
import { links } from "./aggregate.ts";
import type { CreateLink, LinkCommand } from "./decide.ts";
import { editsOf, fieldsBefore } from "./edits.ts";
import { eraseLinks, type Wake } from "./eraseLinks.ts";
import { requireGroup } from "./groupOfLink.ts";
import { pastEvents } from "./history.ts";
import { type LinkInput, parseLinkChanges, parseNewLink } from "./input.ts";
import { LinkRow } from "./linkRow.ts";
import type { OwnHosts } from "./ownHosts.ts";

/** With the usual 8 signs a second try is already rare; more than a few mean that something else is wrong. */
const codeAttempts = 5;

/** Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl`, NOT_FOUND_ERROR for the group. */
export async function createLink(
  services: Events & Ids & Clock & Randomness & OwnHosts & LimitsOf<"creation">,
  actor: Actor,
  input: LinkInput,
): Promise<LinkRow> {
  const { code: custom, ...link } = parseNewLink(input, services.ownHosts);
  authorizeOwn(actor, "links:write");
  await services.limits.creation(actor.address, actor.userId);
  for (let attempt = 1; ; attempt++) {
    const code = custom ?? freshCode(services);
    const linkId = services.newId();
    const at = services.now().toISOString();
    try {
      return await create(services, actor, { type: "CreateLink", linkId, by: actor, ...link, code, at });
    } catch (error) {
      const taken = error instanceof HoplogError && error.type === "CONFLICT_ERROR";
      if (!taken || custom !== null || attempt === codeAttempts) throw error;
    }
  }
}

/** Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl`, NOT_FOUND_ERROR for the link or the group. */
export async function editLink(
  services: Events & Ids & Clock & OwnHosts,
  actor: Actor,
  linkId: string,
  input: LinkInput,
): Promise<LinkRow> {
  const changes = parseLinkChanges(input, services.ownHosts);
  return run(services, actor, { type: "EditLink", ...command(services, actor, linkId), ...changes });
}

/** `active` null flips the state. Throws NOT_FOUND_ERROR. */
export async function setLinkActive(
  services: Events & Ids & Clock,
  actor: Actor,
  linkId: string,
  active: boolean | null,
): Promise<LinkRow> {
  return run(services, actor, { type: "SetLinkActive", ...command(services, actor, linkId), active });
}

/**
 * Sets back what one edit changed, by the version that the history gives it. A group that is gone by now becomes none.
 * Throws NOT_FOUND_ERROR for the link, VALIDATION_ERROR for a version that can't be undone or a URL that is no longer
 * allowed, CONFLICT_ERROR on `shortUrl` for a code that another link has taken since.
 */
export async function revertLink(
  services: Events & Ids & Clock & OwnHosts,
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
    const revert = { type: "RevertLink", ...command(services, actor, linkId), edit: edit.events } as const;
    await services.eventStore.execute(tx, links, linkId, revert, originOf(services, actor));
    return tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
  });
}

/** For good: its clicks and its texts are erased too. Throws NOT_FOUND_ERROR. */
export async function deleteLink(services: Events & Ids & Clock & Wake, actor: Actor, linkId: string): Promise<void> {
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
  services: Events & Ids & Clock & Wake,
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
  services.erasures.wake();
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

async function run(
  services: Events & Ids & Clock,
  actor: Actor,
  linkCommand: Extract<LinkCommand, { type: "EditLink" | "SetLinkActive" }>,
) {
  return services.eventStore.unitOfWork(async (tx) => {
    if ("groupId" in linkCommand && linkCommand.groupId) await requireGroup(tx, actor, linkCommand.groupId);
    await services.eventStore.execute(tx, links, linkCommand.linkId, linkCommand, originOf(services, actor));
    return tx.findOneOrFail(LinkRow, linkCommand.linkId, { disableIdentityMap: true });
  });
}

async function create(services: Events & Ids, actor: Actor, command: CreateLink): Promise<LinkRow> {
  const { linkId: id, name, code, originalUrl, groupId } = command;
  const ownerId = authorizeOwn(actor, "links:write");
  await services.eventStore.unitOfWork(async (tx) => {
    if (groupId) await requireGroup(tx, actor, groupId);
    await services.eventStore.begin(tx, links, id, command, originOf(services, actor));
  });
  const createdAt = new Date(command.at);
  return {
    id,
    ownerId,
    name,
    domain: defaultDomain,
    code,
    originalUrl,
    groupId,
    isActive: true,
    banReason: null,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

function freshCode(services: Randomness): string {
  for (;;) {
    const code = generateCode(services.random);
    if (!isReservedCode(code)) return code;
  }
}
