import { writeFileSync } from "node:fs";

/**
 * Linux shares processors out among sessions (autogroup), and ClickHouse leads one of its own, as each process of Postgres
 * does: however low a thread's priority in it, it would get as much as the redirector. So the session itself steps back,
 * and others go first when there is not enough for all: a session at 10 gets a tenth of what one at 0 gets, one at 19 a
 * seventieth. Without autogroups there is nothing to do.
 */
export function lowerSessionPriority(sessionLeader: number, nice = 10): void {
  try {
    writeFileSync(`/proc/${sessionLeader}/autogroup`, String(nice));
  } catch {
    // Another system, or a kernel that does not share by session.
  }
}
