import type { GroupEvent } from "@hoplog/schema/events/group.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";

/** Fields of every command. `at` is an instant in ISO 8601; names are trimmed and valid. */
interface Command {
  readonly groupId: string;
  /** The sender; a new group belongs to the sender's workspace. */
  readonly by: Member;
  readonly at: string;
}

export type GroupCommand =
  | (Command & { readonly type: "CreateGroup"; readonly name: string })
  | (Command & { readonly type: "RenameGroup"; readonly name: string })
  | (Command & { readonly type: "DeleteGroup" });

/**
 * Decides a group's command. Throws NOT_FOUND_ERROR if the group doesn't exist, was deleted, or belongs to another
 * workspace; AUTHORIZATION_ERROR.
 */
export function decideGroup(command: GroupCommand, state: GroupState): GroupEvent[] {
  const { groupId, by, at } = command;
  if (command.type === "CreateGroup") {
    if (state.status !== "none") throw new Error(`group ${groupId} already exists`);
    const ownerId = authorizeOwn(by, "groups:write");
    return [{ type: "GroupCreated", version: 1, data: { groupId, ownerId, name: command.name, at } }];
  }
  const live = state.status === "live" ? state : null;
  authorize(by, "groups:write", { type: "group", workspaceId: live?.ownerId ?? null });
  if (!live) return [];
  if (command.type === "DeleteGroup") return [{ type: "GroupDeleted", version: 1, data: { groupId, at } }];
  if (command.name === live.name) return [];
  return [{ type: "GroupRenamed", version: 1, data: { groupId, from: live.name, to: command.name, at } }];
}

export type GroupState =
  | { readonly status: "none" }
  | { readonly status: "deleted" }
  | { readonly status: "live"; readonly groupId: string; readonly ownerId: string; readonly name: string };

export const noGroup: GroupState = { status: "none" };

export function evolveGroup(state: GroupState, event: GroupEvent): GroupState {
  switch (event.type) {
    case "GroupCreated": {
      const { groupId, ownerId, name } = event.data;
      return { status: "live", groupId, ownerId, name };
    }
    case "GroupRenamed":
      return state.status === "live" ? { ...state, name: event.data.to } : state;
    case "GroupDeleted":
      return { status: "deleted" };
  }
}
