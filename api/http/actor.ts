import type { FastifyRequest } from "fastify";
import type { Actor, Caller, Services } from "../services.ts";

/** Who a bearer token speaks for; null without one, and for one that is not ours, has run out, or has been revoked. */
export async function actorOf(
  services: Services,
  authorization: string | undefined,
  caller: Caller,
): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  const claims = token === undefined ? null : await services.accessTokens.verify(token);
  if (!claims || services.revocations.has(claims.sessionId)) return null;
  return { userId: claims.userId, sessionId: claims.sessionId, ...caller };
}

export function callerOf(request: FastifyRequest, via: Caller["via"]): Caller {
  return { via, address: request.clientAddress };
}
