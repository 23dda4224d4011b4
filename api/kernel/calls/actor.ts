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
    /** The client's IP address without a port, with trusted proxies skipped; Fastify's `ip` may include a port. */
    readonly clientAddress: string;
    browser: Browser;
    /** The idempotent call; null without an Idempotency-Key. */
    idempotentCall: IdempotentCall | null;
    /** Whether the response was sent because of a timeout while the work continues. */
    isGivenUp: boolean;
    /** Stops waiting until the answer is stored for replays; null unless an answer is being stored. */
    stopStoring: (() => void) | null;
  }
}

/** The source of a call, authenticated or not. */
export interface Caller {
  readonly via: "graphql" | "rest";
  /** The client's IP address, with trusted proxies skipped. */
  readonly address: string;
  /** The user agent as sent; set for calls over HTTP. */
  readonly userAgent?: string | undefined;
  /** Id of the request; set for calls over HTTP. */
  readonly requestId?: string | undefined;
  /** The idempotent call; set for calls with an Idempotency-Key. */
  readonly call?: IdempotentCall | undefined;
  /** The versions or ETags that the caller expects; set for calls with If-Match. */
  readonly expected?: Expected | undefined;
  /** Session functions of the browser; set for calls over HTTP. */
  readonly browser?: Browser | undefined;
}

/** The authenticated sender of a request: user, workspace, permissions, credential and API used. */
export interface Actor extends Caller, Member {
  readonly credential: SignedInBy;
}

/** Returns whether a caller is signed in. */
export function isActor(caller: Caller): caller is Actor {
  return "credential" in caller;
}

/** The credential of an authenticated caller. */
export type SignedInBy = { readonly kind: "session" | "apiKey"; readonly id: string };

/** The sender of a command: an actor, or a user without a session who proves the account in another way. */
export type CommandSender = Pick<Actor, "userId" | "via" | "address" | "requestId" | "call" | "expected"> & {
  readonly workspaceId?: string;
  readonly credential: Credential | SignedInBy;
};

/**
 * Builds the origin that a command records. Call it once per command: all events of the command share its `commandId`.
 */
export function originOf(
  { newId }: Ids,
  { userId, workspaceId, via, credential, address, requestId, call, expected }: CommandSender,
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

function metaOf(credential: CommandSender["credential"]): Pick<EventMeta, "credential" | "apiKeyId"> {
  return credential.kind === "apiKey"
    ? { apiKeyId: credential.id }
    : { credential: { ...credential, kind: credential.kind } };
}

/**
 * Returns the user, workspace and API key of a call; `apiKeyId` is null for sessions, which share one identity per
 * user.
 */
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
  const userAgent = request.headers["user-agent"];
  return { via, address, userAgent, requestId, browser, ...(call && { call }), ...(expected && { expected }) };
}

/**
 * Returns the actor of a request. Throws AUTHENTICATION_ERROR without a valid token, NOT_FOUND_ERROR for a workspace
 * that is not the user's or the key's, and AUTHORIZATION_ERROR for an IP address that the key does not allow.
 */
export type RequireActor = (request: FastifyRequest) => Promise<Actor>;

/** What a browser stores where page scripts cannot read it: its session, and an id that recognizes it. */
interface Browser {
  /** Returns whether the browser's stored session is this one. */
  holds(sessionId: string): Promise<boolean>;
  /** Stores the session in the browser with this response. */
  keep(sessionId: string): Promise<void>;
  /** Clears the stored session with this response. */
  forget(): void;
  /** Returns the id that an earlier sign-in stored in the browser; null without one. */
  deviceId(): Promise<string | null>;
  /** Stores the id in the browser with this response. */
  keepDevice(id: string): Promise<void>;
}

/** Adds `clientAddress` to requests. */
export function decorateClientAddress(app: FastifyInstance, isTrusted: IsTrusted): void {
  app.decorateRequest("clientAddress", {
    getter() {
      const { socket, headers } = this.raw;
      return clientAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"]?.toString(), isTrusted);
    },
  });
}
