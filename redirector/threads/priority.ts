import { getPriority, platform, setPriority } from "node:os";
import { readdirSync } from "node:fs";

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

/**
 * Gives the listeners precedence over the threads on which V8 collects this process' garbage and Node reads files: they
 * take the core for milliseconds at a time, which is what the slowest redirects wait for. To be called when
 * modules have been loaded, for which Node has started those threads, and before others are started.
 */
export function lowerHelperPriority(): void {
  if (platform() !== "linux") return;
  for (const task of readdirSync("/proc/self/task")) {
    const thread = Number(task);
    if (thread !== process.pid) lowerThreadPriority(thread);
  }
}
