import type { Credential, EventMeta } from "@hoplog/schema/events/envelope.js";
import type { FastifyRequest } from "fastify";
import type { Member } from "../access/authorize.ts";
import type { CommandOrigin } from "../eventstore/audit.ts";
import type { Ids } from "./capabilities.ts";

/** Where a call comes from, signed in or not. */
export interface Caller {
  readonly via: "graphql" | "rest";
  /** The client's address, trusted proxies left out. */
  readonly address: string;
}

/** Who sends a request: a user, in which workspace, what that allows, by which credential, and by which way in. */
export interface Actor extends Caller, Member {
  readonly credential: SignedInBy;
}

/** What somebody who is signed in has shown. */
export type SignedInBy = { readonly kind: "session" | "apiKey"; readonly id: string };

/** Who gives a command: an actor, or somebody who has no session and proves the account in another way. */
export type Giver = Pick<Actor, "userId" | "via" | "address"> & {
  readonly workspaceId?: string;
  readonly credential: Credential | SignedInBy;
};

/** What a command leaves behind of who gave it: made once for each command, since its id is what its events share. */
export function originOf({ newId }: Ids, { userId, workspaceId, via, credential, address }: Giver): CommandOrigin {
  const meta: EventMeta = {
    userId,
    via,
    commandId: newId(),
    ...(workspaceId && { workspaceId }),
    ...metaOf(credential),
  };
  return { meta, address };
}

function metaOf(credential: Giver["credential"]): Pick<EventMeta, "credential" | "apiKeyId"> {
  return credential.kind === "apiKey"
    ? { apiKeyId: credential.id }
    : { credential: { ...credential, kind: credential.kind } };
}

export function callerOf(request: FastifyRequest, via: Caller["via"]): Caller {
  return { via, address: request.clientAddress };
}

/** Throws AUTHENTICATION_ERROR without a valid token, NOT_FOUND_ERROR for a workspace that isn't the user's. */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;
