import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { groupNameProblem } from "@hoplog/schema/validation/links.js";
import { authorizeOwn } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Clock, Ids } from "../../kernel/calls/capabilities.ts";
import { execute } from "../../kernel/database/statements.ts";
import type { Aggregate, Events } from "../../kernel/eventstore/eventStore.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { decideGroup, type GroupCommand, evolveGroup, type GroupState, noGroup } from "./decide.ts";
import { GroupRow } from "./projection.ts";

export const groups: Aggregate<"group", GroupState, GroupCommand> = {
  streamType: "group",
  initial: noGroup,
  evolve: evolveGroup,
  decide: decideGroup,
};

/** Creates a group. Throws VALIDATION_ERROR, RATE_LIMIT_ERROR. */
export async function createGroup(
  services: Events & Ids & Clock & LimitsOf<"creation">,
  actor: Actor,
  name: string,
): Promise<GroupRow> {
  const groupId = services.newId();
  const create = { type: "CreateGroup", ...command(services, actor, groupId), name: validName(name) } as const;
  authorizeOwn(actor, "groups:write");
  await services.limits.creation(actor.address, actor.userId);
  return run(services, actor, create);
}

/** Renames a group. Throws VALIDATION_ERROR, NOT_FOUND_ERROR. */
export async function renameGroup(
  services: Events & Ids & Clock,
  actor: Actor,
  id: string,
  name: string,
): Promise<GroupRow> {
  return run(services, actor, { type: "RenameGroup", ...command(services, actor, id), name: validName(name) });
}

/** Deletes a group, but not its links, which are then in no group. Throws NOT_FOUND_ERROR. */
export async function deleteGroup(services: Events & Ids & Clock, actor: Actor, id: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    await services.eventStore.execute(
      tx,
      groups,
      id,
      { type: "DeleteGroup", ...command(services, actor, id) },
      originOf(services, actor),
    );
    // Deletes shared pages of the group, because they would be empty.
    await execute(tx, sql`DELETE FROM share WHERE target_id = ${id}`);
  });
}

function command(services: Clock, actor: Actor, groupId: string) {
  return { groupId, by: actor, at: services.now().toISOString() };
}

async function run(services: Events & Ids, actor: Actor, groupCommand: GroupCommand): Promise<GroupRow> {
  return services.eventStore.unitOfWork(async (tx) => {
    await services.eventStore.execute(tx, groups, groupCommand.groupId, groupCommand, originOf(services, actor));
    return tx.findOneOrFail(GroupRow, groupCommand.groupId, { disableIdentityMap: true });
  });
}

function validName(name: string): string {
  const message = groupNameProblem(name);
  if (message) throw validationError([{ field: "name", message }]);
  return name.trim().normalize("NFC");
}
