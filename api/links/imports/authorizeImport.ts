import { authorizeOwn } from "../../kernel/access/authorize.ts";
import type { Actor } from "../../kernel/calls/actor.ts";

/**
 * Requires the permissions to create everything that an import creates: links, and their groups and tags. Returns the
 * workspace id.
 */
export function authorizeImport(actor: Actor): string {
  const ownerId = authorizeOwn(actor, "links:write");
  authorizeOwn(actor, "groups:write");
  authorizeOwn(actor, "tags:write");
  return ownerId;
}
