import type { Credential, EventMeta } from "@hoplog/schema/events/envelope.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientAddress, type IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { Member } from "../access/authorize.ts";
import type { CommandOrigin, Expected } from "../eventstore/audit.ts";
import type { IdempotentCall } from "../eventstore/idempotentCall.ts";
import type { Ids } from "./capabilities.ts";
import { expectedBy } from "./etag.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The client's address, trusted proxies left out: as everywhere in hoplog, where `ip` would keep a port. */
    readonly clientAddress: string;
    browser: Browser;
    /** Null for a call without an Idempotency-Key. */
    idempotentCall: IdempotentCall | null;
    /** Whether it was answered because its work takes too long; that goes on. */
    isGivenUp: boolean;
    /** Sends its answer before that is stored for repetitions; null unless that is waited for. */
    stopStoring: (() => void) | null;
  }
}

/** Where a call comes from, signed in or not. */
export interface Caller {
  readonly via: "graphql" | "rest";
  /** The client's address, trusted proxies left out. */
  readonly address: string;
  /** Given for calls over HTTP. */
  readonly requestId?: string | undefined;
  /** Given for a call with an Idempotency-Key. */
  readonly call?: IdempotentCall | undefined;
  /** Given for a call with If-Match. */
  readonly expected?: Expected | undefined;
  /** Given for calls over HTTP. */
  readonly browser?: Browser | undefined;
}

/** Who sends a request: a user, in which workspace, what that allows, by which credential, and by which way in. */
export interface Actor extends Caller, Member {
  readonly credential: SignedInBy;
}

/** Whether a caller is signed in. */
export function isActor(caller: Caller): caller is Actor {
  return "credential" in caller;
}

/** What somebody who is signed in has shown. */
export type SignedInBy = { readonly kind: "session" | "apiKey"; readonly id: string };

/** Who gives a command: an actor, or somebody who has no session and proves the account in another way. */
export type Giver = Pick<Actor, "userId" | "via" | "address" | "requestId" | "call" | "expected"> & {
  readonly workspaceId?: string;
  readonly credential: Credential | SignedInBy;
};

/** What a command leaves behind of who gave it: made once for each command, since its id is what its events share. */
export function originOf(
  { newId }: Ids,
  { userId, workspaceId, via, credential, address, requestId, call, expected }: Giver,
): CommandOrigin {
  const meta: EventMeta = {
    userId,
    via,
    commandId: newId(),
    ...(workspaceId && { workspaceId }),
    ...metaOf(credential),
  };
  return { meta, address, requestId, ...(call && { call }), ...(expected && { expected }) };
}

function metaOf(credential: Giver["credential"]): Pick<EventMeta, "credential" | "apiKeyId"> {
  return credential.kind === "apiKey"
    ? { apiKeyId: credential.id }
    : { credential: { ...credential, kind: credential.kind } };
}

/** Whose call it is, in which workspace, and by which API key; null for any session of theirs. */
export function senderOf({ userId, workspaceId: ownerId, credential }: Actor): {
  readonly userId: string;
  readonly ownerId: string;
  readonly apiKeyId: string | null;
} {
  return { userId, ownerId, apiKeyId: credential.kind === "apiKey" ? credential.id : null };
}

export function callerOf(request: FastifyRequest, via: Caller["via"]): Caller {
  const { clientAddress: address, id: requestId, idempotentCall: call, browser } = request;
  const expected = expectedBy(request);
  return { via, address, requestId, browser, ...(call && { call }), ...(expected && { expected }) };
}

/** Throws AUTHENTICATION_ERROR without a valid token, NOT_FOUND_ERROR for a workspace that isn't the user's. */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;

/** What the client keeps of its sessions where pages can't read it, if it is a browser. */
interface Browser {
  /** Whether it is the one to which the session was given last. */
  holds(sessionId: string): Promise<boolean>;
  /** Gives it the session, with this answer. */
  keep(sessionId: string): Promise<void>;
  /** Takes away what it holds, with this answer. */
  forget(): void;
}

/** Gives requests their `clientAddress`. */
export function decorateClientAddress(app: FastifyInstance, isTrusted: IsTrusted): void {
  app.decorateRequest("clientAddress", {
    getter() {
      const { socket, headers } = this.raw;
      return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), isTrusted);
    },
  });
}
