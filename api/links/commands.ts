import { generateCode } from "@hoplog/schema/codes/generate.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import type { Transaction } from "../database/orm.ts";
import { execute, type Aggregate } from "../eventstore/execute.ts";
import { unitOfWork } from "../eventstore/unitOfWork.ts";
import { GroupRow } from "../groups/groupRow.ts";
import { type Actor, metaOf, type Services } from "../services.ts";
import { decideLink, type LinkCommand } from "./decide.ts";
import { type LinkInput, parseLinkChanges, parseNewLink } from "./input.ts";
import { evolveLink, type LinkState, noLink } from "./link.ts";
import { LinkRow } from "./linkRow.ts";

const links: Aggregate<"link", LinkState, LinkCommand> = {
  streamType: "link",
  initial: noLink,
  evolve: evolveLink,
  decide: decideLink,
};

/** With the usual 8 signs a second try is already rare; more than a few mean that something else is wrong. */
const codeAttempts = 5;

/** Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl`, NOT_FOUND_ERROR for the group. */
export async function createLink(services: Services, actor: Actor, input: LinkInput): Promise<LinkRow> {
  const { code: custom, ...link } = parseNewLink(input, services.ownHosts);
  for (let attempt = 1; ; attempt++) {
    const code = custom ?? freshCode(services);
    const linkId = services.newId();
    const at = services.now().toISOString();
    try {
      return await run(services, actor, { type: "CreateLink", linkId, ownerId: actor.userId, ...link, code, at });
    } catch (error) {
      const taken = error instanceof HoplogError && error.type === "CONFLICT_ERROR";
      if (!taken || custom !== null || attempt === codeAttempts) throw error;
    }
  }
}

/** Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl`, NOT_FOUND_ERROR for the link or the group. */
export async function editLink(services: Services, actor: Actor, linkId: string, input: LinkInput): Promise<LinkRow> {
  const changes = parseLinkChanges(input, services.ownHosts);
  return run(services, actor, { type: "EditLink", ...command(services, actor, linkId), ...changes });
}

/** `active` null flips the state. Throws NOT_FOUND_ERROR. */
export async function setLinkActive(
  services: Services,
  actor: Actor,
  linkId: string,
  active: boolean | null,
): Promise<LinkRow> {
  return run(services, actor, { type: "SetLinkActive", ...command(services, actor, linkId), active });
}

/** Throws NOT_FOUND_ERROR. */
export async function deleteLink(services: Services, actor: Actor, linkId: string): Promise<void> {
  await unitOfWork(services.orm, async (tx) => {
    await execute(tx, links, linkId, { type: "DeleteLink", ...command(services, actor, linkId) }, metaOf(actor));
  });
}

function command(services: Services, actor: Actor, linkId: string) {
  return { linkId, ownerId: actor.userId, at: services.now().toISOString() };
}

async function run(services: Services, actor: Actor, linkCommand: Exclude<LinkCommand, { type: "DeleteLink" }>) {
  return unitOfWork(services.orm, async (tx) => {
    if ("groupId" in linkCommand && linkCommand.groupId) await requireGroup(tx, actor.userId, linkCommand.groupId);
    await execute(tx, links, linkCommand.linkId, linkCommand, metaOf(actor));
    return tx.findOneOrFail(LinkRow, linkCommand.linkId, { disableIdentityMap: true });
  });
}

async function requireGroup(tx: Transaction, ownerId: string, id: string): Promise<void> {
  if ((await tx.count(GroupRow, { id, ownerId })) === 0) throw notFoundError("Group");
}

function freshCode(services: Services): string {
  for (;;) {
    const code = generateCode(services.random);
    if (!isReservedCode(code)) return code;
  }
}
