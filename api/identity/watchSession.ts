import type { Clock } from "../calls/capabilities.ts";
import type { AccessClaims } from "./accessTokens.ts";
import type { Revocations } from "./revocations.ts";

/** What tells that a session has ended. */
export interface WatchedSessions extends Clock {
  readonly revocations: Pick<Revocations, "has" | "watch">;
}

/** Calls back when the token runs out or its session ends, whichever comes first; returns the way to stop that. */
export function watchSession(
  { revocations, now }: WatchedSessions,
  claims: Pick<AccessClaims, "expiresAt" | "sessionId">,
  onEnd: () => void,
): () => void {
  const expiry = setTimeout(onEnd, claims.expiresAt * 1000 - now().getTime());
  const unwatch = revocations.watch((sessionId) => {
    if (sessionId === claims.sessionId) onEnd();
  });
  return () => {
    clearTimeout(expiry);
    unwatch();
  };
}
