import { getPriority, platform, setPriority } from "node:os";
import { readdirSync } from "node:fs";

/**
 * Nice value that gives a thread a tenth of a core that is busy with requests, which is enough to ship all clicks.
 * Higher values (15, 19) left most clicks in the spool and did not speed up the slowest redirects (ADR
 * 2026-11-21-listeners).
 */
const lowPriority = 10;

/**
 * Lowers the priority of one thread of this process, by default the calling one, below that of the listeners. Only
 * Linux has priorities per thread. Ignores errors, because redirects work regardless.
 */
export function lowerThreadPriority(thread = 0): void {
  if (platform() !== "linux") return;
  try {
    // If the process was started with a lower priority, it may not be permitted to raise it.
    if (getPriority(thread) < lowPriority) setPriority(thread, lowPriority);
  } catch {
    // The thread has ended, or changing the thread's priority is not permitted.
  }
}

/**
 * Lowers the priority of the threads on which V8 collects garbage and Node reads files: they occupy the core for
 * milliseconds at a time, which delays the slowest redirects. Must be called after modules were loaded, which starts
 * those threads, and before other threads are started.
 */
export function lowerHelperPriority(): void {
  if (platform() !== "linux") return;
  for (const task of readdirSync("/proc/self/task")) {
    const thread = Number(task);
    if (thread !== process.pid) lowerThreadPriority(thread);
  }
}
