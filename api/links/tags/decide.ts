import type { TagEvent } from "@hoplog/schema/events/tag.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Aggregate } from "../../kernel/eventstore/eventStore.ts";
import { evolveTag, noTag, type TagAppearance, type TagState } from "./tag.ts";

/** Fields of every command. `at` is an instant in ISO 8601; names are valid and normalised. */
interface Command {
  readonly tagId: string;
  /** The sender; a new tag belongs to the sender's workspace. */
  readonly by: Member;
  readonly at: string;
}

export type TagCommand =
  | (Command & TagAppearance & { readonly type: "CreateTag" })
  /** Changes a tag; absent fields are not changed. */
  | (Command & Partial<TagAppearance> & { readonly type: "ChangeTag" })
  | (Command & { readonly type: "DeleteTag" });

/**
 * Decides a tag's command. Throws NOT_FOUND_ERROR if the tag doesn't exist, was deleted, or belongs to another
 * workspace; AUTHORIZATION_ERROR.
 */
export function decideTag(command: TagCommand, state: TagState): TagEvent[] {
  const { tagId, by, at } = command;
  if (command.type === "CreateTag") {
    if (state.status !== "none") throw new Error(`tag ${tagId} already exists`);
    const ownerId = authorizeOwn(by, "tags:write");
    const { name, colour } = command;
    return [{ type: "TagCreated", version: 1, data: { tagId, ownerId, name, colour, at } }];
  }
  const live = state.status === "live" ? state : null;
  authorize(by, "tags:write", { type: "tag", workspaceId: live?.ownerId ?? null });
  if (!live) return [];
  if (command.type === "DeleteTag") return [{ type: "TagDeleted", version: 1, data: { tagId, at } }];
  const from = live.look;
  const to = { name: command.name ?? from.name, colour: command.colour ?? from.colour };
  if (to.name === from.name && to.colour === from.colour) return [];
  return [{ type: "TagChanged", version: 1, data: { tagId, from, to, at } }];
}

export const tags: Aggregate<"tag", TagState, TagCommand> = {
  streamType: "tag",
  initial: noTag,
  evolve: evolveTag,
  decide: decideTag,
};
