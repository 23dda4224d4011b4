import { authenticationError, notFoundError } from "@hoplog/schema/errors.js";
import type { Membership } from "../access/membership.ts";
import { type Actor, type Caller, callerOf, type RequireActor } from "../calls/actor.ts";
import type { AccessClaims, AccessTokens } from "./accessTokens.ts";
import type { Revocations } from "./revocations.ts";

/** What identifies whom a token speaks for. */
export interface TokenServices {
  readonly accessTokens: Pick<AccessTokens, "verify">;
  readonly revocations: Pick<Revocations, "has">;
  readonly membership: Membership;
}

/** In what a call may name the workspace that it is about; without it that is the person's own. */
export const workspaceHeader = "x-workspace";

/** What a request says of who sends it. */
interface RequestHeaders {
  readonly authorization?: string | undefined;
  readonly [workspaceHeader]?: string | readonly string[] | undefined;
}

/** What a bearer token says; null without one, and for one that is not ours, has run out, or has been revoked. */
export async function claimsOf(
  { accessTokens, revocations }: Omit<TokenServices, "membership">,
  authorization: string | undefined,
): Promise<AccessClaims | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  const claims = token === undefined ? null : await accessTokens.verify(token);
  return claims && !revocations.has(claims.sessionId) ? claims : null;
}

/** Throws NOT_FOUND_ERROR for a workspace that isn't the user's, whether or not there is one. */
export function actorOf(
  { membership }: Pick<TokenServices, "membership">,
  { userId, sessionId }: AccessClaims,
  workspace: string | readonly string[] | undefined,
  caller: Caller,
): Actor {
  const workspaceId = workspace === undefined ? userId : String(workspace).trim().toLowerCase();
  const member = membership(userId, workspaceId);
  if (!member) throw notFoundError("Workspace");
  return { userId, workspaceId, ...member, credential: { kind: "session", id: sessionId }, ...caller };
}

/** Throws AUTHENTICATION_ERROR without a valid token, NOT_FOUND_ERROR for a workspace that isn't the user's. */
export async function authenticate(services: TokenServices, headers: RequestHeaders, caller: Caller): Promise<Actor> {
  const claims = await claimsOf(services, headers.authorization);
  if (!claims) throw authenticationError("Please log in to continue.");
  return actorOf(services, claims, headers[workspaceHeader], caller);
}

/** For REST calls. */
export function createRequireActor(services: TokenServices): RequireActor {
  return (request) => authenticate(services, request.headers, callerOf(request, "rest"));
}
