import { notFoundError } from "@hoplog/schema/errors.js";
import type { GroupEvent } from "@hoplog/schema/events/group.js";
import type { GroupState } from "./group.ts";

/** `at` is an instant in ISO 8601; names are trimmed and valid. */
interface Command {
  readonly groupId: string;
  readonly ownerId: string;
  readonly at: string;
}

export type GroupCommand =
  | (Command & { readonly type: "CreateGroup"; readonly name: string })
  | (Command & { readonly type: "RenameGroup"; readonly name: string })
  | (Command & { readonly type: "DeleteGroup" });

/** Throws NOT_FOUND_ERROR for a group that isn't there, is gone, or belongs to somebody else. */
export function decideGroup(command: GroupCommand, state: GroupState): GroupEvent[] {
  const { groupId, ownerId, at } = command;
  if (command.type === "CreateGroup") {
    if (state.status !== "none") throw new Error(`group ${groupId} exists already`);
    return [{ type: "GroupCreated", version: 1, data: { groupId, ownerId, name: command.name, at } }];
  }
  if (state.status !== "live" || state.ownerId !== ownerId) throw notFoundError("Group");
  if (command.type === "DeleteGroup") return [{ type: "GroupDeleted", version: 1, data: { groupId, at } }];
  if (command.name === state.name) return [];
  return [{ type: "GroupRenamed", version: 1, data: { groupId, from: state.name, to: command.name, at } }];
}
