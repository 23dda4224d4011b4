import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { linkTextNames, type LinkTexts, linkTexts } from "@hoplog/schema/links/texts.js";
import type { Principal } from "../../kernel/access/authorize.ts";
import type { LiveLink } from "./link.ts";

/** Organisational metadata of a link, invisible to visitors. Absent fields are not changed. */
export interface Organised extends Partial<LinkTexts> {
  readonly linkId: string;
  readonly by: Principal;
  readonly at: string;
  /** Tag ids in ascending order. */
  readonly tagIds?: readonly string[];
  readonly isArchived?: boolean;
  /** Whether the link is a favourite of the sender. */
  readonly isFavourite?: boolean;
}

export function organise(command: Organised, link: LiveLink): LinkEvent[] {
  const { linkId, by, at, tagIds, isArchived, isFavourite } = command;
  const events: LinkEvent[] = [];
  if (tagIds !== undefined && !sameTags(tagIds, link.tagIds)) {
    const data = { linkId, from: [...link.tagIds], to: [...tagIds], at };
    events.push({ type: "LinkTagsChanged", version: 1, data });
  }
  for (const name of linkTextNames) {
    const [from, to] = [link[name], command[name]];
    if (to !== undefined && to !== from) {
      events.push({ type: linkTexts[name].event, version: 1, data: { linkId, from, to, at } });
    }
  }
  if (isArchived !== undefined && isArchived !== link.isArchived) {
    events.push({ type: isArchived ? "LinkArchived" : "LinkUnarchived", version: 1, data: { linkId, at } });
  }
  const { userId } = by;
  if (isFavourite !== undefined && userId !== null && isFavourite !== link.favouriteOf.includes(userId)) {
    const type = isFavourite ? "LinkFavourited" : "LinkUnfavourited";
    events.push({ type, version: 1, data: { linkId, userId, at } });
  }
  return events;
}

/** Whether two lists, both in ascending order, are equal. */
export function sameTags(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, i) => id === other[i]);
}
