import { authenticationError } from "@hoplog/schema/errors.js";
import { type Actor, type Caller, callerOf, type RequireActor } from "../calls/actor.ts";
import type { AccessTokens } from "./accessTokens.ts";
import type { Revocations } from "./revocations.ts";

/** What tells who a token speaks for. */
export interface TokenServices {
  readonly accessTokens: Pick<AccessTokens, "verify">;
  readonly revocations: Pick<Revocations, "has">;
}

/** Who a bearer token speaks for; null without one, and for one that is not ours, has run out, or has been revoked. */
export async function actorOf(
  { accessTokens, revocations }: TokenServices,
  authorization: string | undefined,
  caller: Caller,
): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  const claims = token === undefined ? null : await accessTokens.verify(token);
  if (!claims || revocations.has(claims.sessionId)) return null;
  return { userId: claims.userId, sessionId: claims.sessionId, ...caller };
}

/** For REST calls. */
export function createRequireActor(services: TokenServices): RequireActor {
  return async (request) => {
    const actor = await actorOf(services, request.headers.authorization, callerOf(request, "rest"));
    if (!actor) throw authenticationError("Please log in to continue.");
    return actor;
  };
}
