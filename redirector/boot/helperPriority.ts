import { readdirSync } from "node:fs";
import { platform } from "node:os";
import { lowerThreadPriority } from "../threads/priority.ts";

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
