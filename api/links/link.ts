import type { LinkEvent } from "@hoplog/schema/events/link.js";

/** A link as its own events say. */
export type LinkState =
  | { readonly status: "none" }
  | { readonly status: "deleted"; readonly ownerId: string }
  | {
      readonly status: "live";
      readonly linkId: string;
      readonly ownerId: string;
      readonly name: string;
      readonly code: string;
      readonly originalUrl: string;
      readonly groupId: string | null;
      /** As its owner has it; a ban leaves it alone. */
      readonly isActive: boolean;
      /** Why an operator has banned it; null while nobody has. */
      readonly banReason: string | null;
    };

export type LiveLink = Extract<LinkState, { status: "live" }>;

export const noLink: LinkState = { status: "none" };

export function evolveLink(state: LinkState, event: LinkEvent): LinkState {
  if (event.type === "LinkCreated") {
    const { linkId, ownerId, name, code, originalUrl, groupId } = event.data;
    return { status: "live", linkId, ownerId, name, code, originalUrl, groupId, isActive: true, banReason: null };
  }
  if (state.status !== "live") return state;
  switch (event.type) {
    case "LinkRenamed":
      return { ...state, name: event.data.to };
    case "LinkRetargeted":
      return { ...state, originalUrl: event.data.to };
    case "LinkCodeChanged":
      return { ...state, code: event.data.to };
    case "LinkMovedToGroup":
      return { ...state, groupId: event.data.to };
    case "LinkActivated":
      return { ...state, isActive: true };
    case "LinkDeactivated":
      return { ...state, isActive: false };
    case "LinkBanned":
      return { ...state, banReason: event.data.reason };
    case "LinkBanLifted":
      return { ...state, banReason: null };
    case "LinkDeleted":
      return { status: "deleted", ownerId: state.ownerId };
  }
}
