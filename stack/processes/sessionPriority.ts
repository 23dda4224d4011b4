import { writeFileSync } from "node:fs";

/**
 * Lowers the priority of a whole session. Linux shares CPU time among sessions (autogroup), and ClickHouse leads its
 * own session, like each Postgres process: otherwise ClickHouse would get as much CPU time as the redirector, whatever
 * the priorities of its threads. If CPU time is scarce, a session at 10 gets a tenth of the time of one at 0, and one
 * at 19 a seventieth. Does nothing without autogroups.
 */
export function lowerSessionPriority(sessionLeader: number, nice = 10): void {
  try {
    writeFileSync(`/proc/${sessionLeader}/autogroup`, String(nice));
  } catch {
    // The error is ignored: the system is not Linux, or its kernel has no autogroups.
  }
}
