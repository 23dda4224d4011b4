import type { GroupEvent } from "@hoplog/schema/events/group.js";

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
