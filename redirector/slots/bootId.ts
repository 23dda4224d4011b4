import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** Says which start of the machine this is; containers have their machine's. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Other systems say only for how long they have been up: ten seconds are less than a machine takes to start.
    return `up since ${Math.round((Date.now() / 1000 - uptime()) / 10) * 10}`;
  }
}
