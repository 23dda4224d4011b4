import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";

/**
 * Whoever has a part in what an import makes may make all of it: links, and the groups and tags that they have. Gives the
 * workspace.
 */
export function authorizeMaking(actor: Actor): string {
  const ownerId = authorizeOwn(actor, "links:write");
  authorizeOwn(actor, "groups:write");
  authorizeOwn(actor, "tags:write");
  return ownerId;
}
