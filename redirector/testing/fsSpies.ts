import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** Shows the spies on `node:fs` to those that import its functions by name, until the test ends. */
export function publishFsSpies(): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
