import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Claims } from "./authenticate.ts";
import type { Revocations } from "./revocations.ts";

/** Reports ended sessions. */
export interface WatchedSessions extends Clock {
  readonly revocations: Pick<Revocations, "has" | "watch">;
}

/** Maximum timeout of a timer (ms). */
const timerMax = 2 ** 31 - 1;

/**
 * Calls back when the token expires or its session or key ends, whichever is first; returns a function that stops it.
 */
export function watchSession(
  { revocations, now }: WatchedSessions,
  claims: Pick<Claims, "expiresAt" | "credential">,
  onEnd: () => void,
): () => void {
  // A later expiry needs no timer, because processes restart earlier.
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
