import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** Makes spies on `node:fs` visible to modules that import its functions by name, until the test ends. */
export function publishFsSpies(): void {
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
