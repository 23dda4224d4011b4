import type { TagEvent } from "@hoplog/schema/events/tag.js";
import type { TagColour } from "@hoplog/schema/tags/tags.js";

export interface TagAppearance {
  readonly name: string;
  readonly colour: TagColour;
}

export type TagState =
  | { readonly status: "none" }
  | { readonly status: "deleted" }
  | { readonly status: "live"; readonly tagId: string; readonly ownerId: string; readonly look: TagAppearance };

export const noTag: TagState = { status: "none" };

export function evolveTag(state: TagState, event: TagEvent): TagState {
  switch (event.type) {
    case "TagCreated": {
      const { tagId, ownerId, name, colour } = event.data;
      return { status: "live", tagId, ownerId, look: { name, colour } };
    }
    case "TagChanged":
      return state.status === "live" ? { ...state, look: event.data.to } : state;
    case "TagDeleted":
      return { status: "deleted" };
  }
}
