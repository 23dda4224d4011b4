import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Claims } from "./authenticate.ts";
import type { Revocations } from "./revocations.ts";

/** What tells that a session has ended. */
export interface WatchedSessions extends Clock {
  readonly revocations: Pick<Revocations, "has" | "watch">;
}

/** The longest that a timer takes (ms). */
const timerMax = 2 ** 31 - 1;

/** Calls back when the token runs out or its session or key ends, whichever comes first; returns the way to stop that. */
export function watchSession(
  { revocations, now }: WatchedSessions,
  claims: Pick<Claims, "expiresAt" | "credential">,
  onEnd: () => void,
): () => void {
  // A process is started anew before a later one is over.
  const leftMs = claims.expiresAt * 1000 - now().getTime();
  const expiry = leftMs > timerMax ? undefined : setTimeout(onEnd, leftMs);
  const unwatch = revocations.watch((id) => {
    if (id === claims.credential.id) onEnd();
  }, claims.credential.id);
  return () => {
    clearTimeout(expiry);
    unwatch();
  };
}
