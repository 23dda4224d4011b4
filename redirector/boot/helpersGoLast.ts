import { readdirSync } from "node:fs";
import { constants, getPriority, platform, setPriority } from "node:os";

const later = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Gives the listeners precedence over the threads on which V8 collects this process' garbage: they take the core for
 * milliseconds at a time, which is what the slowest redirects wait for. To be called before other threads are started.
 * Only Linux has priorities by thread.
 */
export function letHelpersGoLast(): void {
  if (platform() !== "linux") return;
  for (const task of readdirSync("/proc/self/task")) {
    const thread = Number(task);
    if (thread !== process.pid) lower(thread);
  }
}

function lower(thread: number): void {
  try {
    // A process that was started lower still may not be raised to it.
    if (getPriority(thread) < later) setPriority(thread, later);
  } catch {
    // It has ended meanwhile, or may not be touched here: redirects work all the same.
  }
}
