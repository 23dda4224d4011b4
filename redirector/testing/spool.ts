import { randomBytes } from "node:crypto";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createSpool, type Spool, type SpoolSettings } from "../spool/spool.ts";

/** Opens a spool whose chunks are closed only when the spool is closed, unless `settings` has other rules. */
export function openTestSpool(folder: string, settings: Partial<SpoolSettings> = {}): Spool {
  return createSpool({
    folder: () => folder,
    rules: { maxRecords: 1e9, maxBytes: 1e12, lingerMs: 1e6, spacingMs: 1e6 },
    fsync: "interval",
    reserveBytes: 0,
    memoryBytes: 1e6,
    logger: createLogger("test", "silent"),
    now: () => Date.now(),
    random: (size) => randomBytes(size),
    onClosed: () => {},
    ...settings,
  });
}
