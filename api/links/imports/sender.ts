import { eventMetaSchema } from "@hoplog/schema/events/envelope.js";
import { z } from "zod";
import type { Actor, SignedInBy } from "../../kernel/calls/actor.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";

/** Only users start imports, in a session or with an API key. */
const originSchema = z.object({
  meta: eventMetaSchema.extend({
    userId: z.uuid(),
    via: z.enum(["graphql", "rest"]),
    credential: z.object({ kind: z.literal("session"), id: z.uuid() }).optional(),
  }),
  address: z.string(),
  requestId: z.string().optional(),
});

export interface ImportSender {
  readonly actor: Actor;
  readonly origin: CommandOrigin;
}

/**
 * Returns the sender of an import, with exactly the permissions that an import needs, also after the session has ended.
 * Throws a TypeError if the stored origin has no user.
 */
export function senderOf(ownerId: string, stored: unknown): ImportSender {
  const { meta, ...call } = originSchema.parse(stored);
  const permissions = new Set([
    "links:read",
    "links:create",
    "links:write",
    "groups:read",
    "groups:write",
    "tags:read",
    "tags:write",
  ] as const);
  const { userId, via, apiKeyId } = meta;
  const credential: SignedInBy | undefined =
    apiKeyId === undefined ? meta.credential : { kind: "apiKey", id: apiKeyId };
  if (!credential) throw new TypeError("the import was created without a credential");
  const actor: Actor = { userId, workspaceId: ownerId, role: "owner", permissions, via, credential, ...call };
  return { actor, origin: { meta, ...call } };
}
