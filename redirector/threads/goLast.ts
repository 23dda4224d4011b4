import { getPriority, platform, setPriority } from "node:os";

/**
 * A thirtieth of a core that visitors' requests fill up: each turn of another thread lasts for up to a tick of the
 * system's clock, four milliseconds, and whoever comes then waits. What is not shipped meanwhile is in the spool. A nice
 * value of 10 shipped all at once, and made the slowest redirects half as slow again (docs/performance.md).
 */
const last = 15;

/**
 * Gives the listeners precedence over one thread of this process, by default the calling one. Only Linux has priorities
 * by thread. What can't be lowered stays as it is: redirects work all the same.
 */
export function letThreadGoLast(thread = 0): void {
  if (platform() !== "linux") return;
  try {
    // A process that was started lower still may not be raised to it.
    if (getPriority(thread) < last) setPriority(thread, last);
  } catch {
    // It has ended meanwhile, or may not be touched here.
  }
}
