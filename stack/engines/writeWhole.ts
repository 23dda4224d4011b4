import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "@hoplog/platform/process/errorCode.js";

/**
 * Writes a file atomically, readable by its owner only. A file that already has this content remains untouched, so that
 * an engine can restart on a full disk.
 */
export function writeWhole(path: string, content: string | Buffer): void {
  const wanted = Buffer.from(content);
  if (present(path)?.equals(wanted)) return;
  const unfinished = `${path}.unfinished`;
  try {
    writeFileSync(unfinished, wanted, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function present(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
