import { writeFileSync } from "node:fs";

/**
 * Lowers the priority of a whole session. Linux shares processors among sessions (autogroup), and ClickHouse leads its
 * own, as each Postgres process does: it would get as much as the redirector, whatever its threads' priorities. When
 * there is not enough processor time, a session at 10 gets a tenth of what one at 0 gets, one at 19 a seventieth. Does
 * nothing without autogroups.
 */
export function lowerSessionPriority(sessionLeader: number, nice = 10): void {
  try {
    writeFileSync(`/proc/${sessionLeader}/autogroup`, String(nice));
  } catch {
    // Not Linux, or a kernel without autogroups.
  }
}
