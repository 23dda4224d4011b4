import { getPriority, platform, setPriority } from "node:os";

/**
 * A thread of this nice value gets a thirtieth of a core that visitors' requests fill up, and a higher one keeps the core
 * for milliseconds once it has it. The lowest of all would starve there.
 */
const later = 15;

/**
 * Gives the listeners precedence over one thread of this process, by default the calling one. Only Linux has priorities
 * by thread. What can't be lowered stays as it is: redirects work all the same.
 */
export function letThreadGoLast(thread = 0): void {
  if (platform() !== "linux") return;
  try {
    // A process that was started lower still may not be raised to it.
    if (getPriority(thread) < later) setPriority(thread, later);
  } catch {
    // It has ended meanwhile, or may not be touched here.
  }
}
