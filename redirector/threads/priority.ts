import { getPriority, platform, setPriority } from "node:os";

/**
 * A tenth of a core that visitors' requests fill up: enough to ship all of them. Less of it (15, 19) left most of the clicks
 * in the spool and made the slowest redirects no faster (docs/performance.md).
 */
const lowPriority = 10;

/**
 * Gives the listeners precedence over one thread of this process, by default the calling one. Only Linux has priorities
 * by thread. What can't be lowered stays as it is: redirects work all the same.
 */
export function lowerThreadPriority(thread = 0): void {
  if (platform() !== "linux") return;
  try {
    // A process that was started lower still may not be raised to it.
    if (getPriority(thread) < lowPriority) setPriority(thread, lowPriority);
  } catch {
    // It has ended meanwhile, or may not be touched here.
  }
}
