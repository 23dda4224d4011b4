import { authenticationError, HoplogError, notFoundError } from "@hoplog/schema/errors.js";
import { type Permission, type Membership, workspaceOf } from "../../kernel/access/permissions.ts";
import type { RefusedCaller } from "./apiKeys/knownKeys.ts";
import { type KnownKey, useOf, type UsableKeys } from "./apiKeys/knownKeys.ts";
import { isKeyToken } from "./apiKeys/token.ts";
import { type Actor, type Caller, callerOf, type RequireActor, type SignedInBy } from "../../kernel/calls/actor.ts";
import type { AccessTokens } from "./accessTokens.ts";
import type { Revocations } from "./revocations.ts";

/** Services that authenticate tokens. */
export interface TokenServices {
  readonly accessTokens: Pick<AccessTokens, "verify">;
  readonly revocations: Pick<Revocations, "has">;
  readonly apiKeys: UsableKeys;
  readonly membership: Membership;
}

/** Header that selects a call's workspace; the default is the user's own, or the key's. */
export const workspaceHeader = "x-workspace";

/** The request headers that identify the caller. */
interface RequestHeaders {
  readonly authorization?: string | undefined;
  readonly [workspaceHeader]?: string | readonly string[] | undefined;
}

/** The user and credential of a bearer token. */
export interface Claims {
  readonly userId: string;
  readonly credential: SignedInBy;
  /** Expiry in seconds since the epoch; Infinity for a key without one. */
  readonly expiresAt: number;
  /** The API key; undefined for a session. */
  readonly key?: KnownKey;
}

/**
 * Returns the claims of a bearer token; null for a missing, unknown, expired or revoked token. Throws
 * AUTHENTICATION_ERROR with the reason for an API key that is no longer valid.
 */
export async function claimsOf(
  services: Omit<TokenServices, "membership">,
  authorization: string | undefined,
  caller: RefusedCaller,
): Promise<Claims | null> {
  const token = bearerToken(authorization);
  return token === undefined ? null : claimsOfToken(services, token, caller);
}

/** Returns the token of the header `Authorization`; undefined without one. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Returns the claims of a bare token, like {@link claimsOf}. */
export async function claimsOfToken(
  { accessTokens, revocations, apiKeys }: Omit<TokenServices, "membership">,
  token: string,
  caller: RefusedCaller,
): Promise<Claims | null> {
  if (isKeyToken(token)) {
    const key = await apiKeys.find(token, caller);
    return key && { userId: key.userId, credential: { kind: "apiKey", id: key.id }, expiresAt: key.expiresAt, key };
  }
  const claims = await accessTokens.verify(token);
  if (!claims || revocations.has(claims.sessionId)) return null;
  const { userId, sessionId, expiresAt } = claims;
  return { userId, credential: { kind: "session", id: sessionId }, expiresAt };
}

/**
 * Builds the actor of a call. Throws NOT_FOUND_ERROR for a workspace that is not the user's or the key's, whether or
 * not it exists, and AUTHORIZATION_ERROR for an address that the key does not allow.
 */
export function actorOf(
  { membership, apiKeys }: Pick<TokenServices, "membership" | "apiKeys">,
  { userId, credential, key }: Claims,
  workspace: string | readonly string[] | undefined,
  caller: Caller,
): Actor {
  const asked = workspace === undefined ? undefined : String(workspace);
  const workspaceId = workspaceOf(asked, key?.ownerId ?? userId, key !== undefined);
  const member = workspaceId ? membership(userId, workspaceId) : null;
  if (!workspaceId || !member) throw notFoundError("Workspace");
  if (!key) return { userId, workspaceId, ...member, credential, ...caller };
  const onRefused = (permission: Permission) => apiKeys.noteRefusal(key, permission, caller);
  if (!key.isFor(caller.address)) {
    apiKeys.noteRefusal(key, "address", caller);
    throw new HoplogError("AUTHORIZATION_ERROR", "This API key can't be used from this IP address.");
  }
  return {
    userId,
    workspaceId,
    role: member.role,
    ...useOf(key, member.permissions),
    onRefused,
    credential,
    ...caller,
  };
}

/**
 * Authenticates a call. Throws AUTHENTICATION_ERROR without a valid token, and the errors of {@link actorOf}.
 */
export async function authenticate(services: TokenServices, headers: RequestHeaders, caller: Caller): Promise<Actor> {
  const claims = await claimsOf(services, headers.authorization, caller);
  if (!claims) throw authenticationError("Please log in to continue.");
  return actorOf(services, claims, headers[workspaceHeader], caller);
}

/** Creates the function that authenticates REST calls. */
export function createRequireActor(services: TokenServices): RequireActor {
  return (request) => authenticate(services, request.headers, callerOf(request, "rest"));
}
