import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { applyOptions } from "@hoplog/schema/links/options/changes.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { type LinkTexts, textsOf } from "@hoplog/schema/links/texts.js";
import { changedField, isFieldChange } from "./fieldChange.ts";
import { noNumbers, type Numbers, numbersWith } from "./options/numbering.ts";

export type Listing = Pick<Extract<LinkEvent, { type: "LinkListed" }>["data"], "source" | "url" | "reason">;

/** The state of a link, according to its own events. */
export type LinkState =
  | { readonly status: "none" }
  | { readonly status: "deleted"; readonly ownerId: string }
  | (LinkTexts & {
      readonly status: "live";
      readonly linkId: string;
      readonly ownerId: string;
      readonly name: string;
      /** The number of the link's domain. */
      readonly domain: number;
      readonly code: string;
      readonly originalUrl: string;
      readonly groupId: string | null;
      /** Tag ids in ascending order; some of the tags may be deleted. */
      readonly tagIds: readonly string[];
      /** Archived links are hidden in lists and still redirect. */
      readonly isArchived: boolean;
      /** The ids of users whose favourite it is. */
      readonly favouriteOf: readonly string[];
      /** The owner's setting; a ban doesn't change it. */
      readonly isActive: boolean;
      /** The reason of an operator's ban; null if not banned. */
      readonly banReason: string | null;
      /** One of the link's URLs that is listed as harmful, with source and reason; null if none is. */
      readonly listing: Listing | null;
      readonly options: LinkOptions;
      /** The highest numbers that its rules, arms and caps ever had. */
      readonly numbers: Numbers;
    });

export type LiveLink = Extract<LinkState, { status: "live" }>;

export const noLink: LinkState = { status: "none" };

export function evolveLink(state: LinkState, event: LinkEvent): LinkState {
  if (event.type === "LinkCreated") {
    const { linkId, ownerId, name, domain = defaultDomain, code, originalUrl, groupId, options = {} } = event.data;
    const { tagIds = [] } = event.data;
    const numbers = numbersWith(noNumbers, options);
    const { isActive = true, isArchived = false } = event.data;
    const isNew = { isActive, banReason: null, listing: null, isArchived, favouriteOf: [] } as const;
    const own = { name, domain, code, originalUrl, groupId, tagIds, ...textsOf(event.data) };
    return { status: "live", linkId, ownerId, ...own, ...isNew, options, numbers };
  }
  if (state.status !== "live") return state;
  if (isFieldChange(event)) return { ...state, [changedField(event)]: event.data.to };
  switch (event.type) {
    case "LinkCodeChanged":
      return { ...state, code: event.data.to, domain: event.data.toDomain ?? defaultDomain };
    case "LinkArchived":
      return { ...state, isArchived: true };
    case "LinkUnarchived":
      return { ...state, isArchived: false };
    case "LinkFavourited":
      return { ...state, favouriteOf: [...state.favouriteOf, event.data.userId] };
    case "LinkUnfavourited":
      return { ...state, favouriteOf: state.favouriteOf.filter((id) => id !== event.data.userId) };
    case "LinkOptionsChanged": {
      const { from, to } = event.data;
      const numbers = numbersWith(numbersWith(state.numbers, from), to);
      return { ...state, options: applyOptions(state.options, event.data), numbers };
    }
    case "LinkActivated":
      return { ...state, isActive: true };
    case "LinkDeactivated":
      return { ...state, isActive: false };
    case "LinkBanned":
      return { ...state, banReason: event.data.reason };
    case "LinkBanLifted":
      return { ...state, banReason: null };
    case "LinkListed": {
      const { source, url, reason } = event.data;
      return { ...state, listing: { source, url, reason } };
    }
    case "LinkUnlisted":
      return { ...state, listing: null };
    case "LinkDeleted":
      return { status: "deleted", ownerId: state.ownerId };
  }
}
