import type { Actor, Services } from "../services.ts";

/** Who a bearer token speaks for; null without one, and for one that is not ours or has run out. */
export async function actorOf(
  services: Services,
  authorization: string | undefined,
  via: Actor["via"],
): Promise<Actor | null> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  const claims = token === undefined ? null : await services.accessTokens.verify(token);
  return claims && { userId: claims.userId, sessionId: claims.sessionId, via };
}
