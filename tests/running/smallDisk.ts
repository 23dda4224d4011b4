import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@hoplog/platform/process/errorCode.js";

/** A separate file system that is small enough to fill. */
export interface SmallDisk {
  /** Uses all free bytes, including those freed since the last call. */
  fill(): void;
  /** Uses all free inodes, so that no file can be created. */
  fillInodes(): void;
  clear(): void;
  release(): void;
}

/**
 * Mounts an in-memory file system on a folder, which is created. Null without root or the right to mount. `options` are
 * those of tmpfs, such as `size=64m,nr_inodes=1k`.
 */
export function mountSmallDisk(folder: string, options: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "hoplog-test", folder]).status !== 0) return null;
  const filler = join(folder, "filler");
  const inodes = join(folder, "filler-inodes");
  let files = 0;
  return {
    fill: () =>
      untilFull(() => {
        const file = openSync(filler, "a");
        const piece = Buffer.alloc(64 * 1024);
        try {
          for (;;) writeSync(file, piece);
        } finally {
          closeSync(file);
        }
      }),
    fillInodes: () =>
      untilFull(() => {
        mkdirSync(inodes, { recursive: true });
        for (;;) closeSync(openSync(join(inodes, String(files++)), "w"));
      }),
    clear() {
      for (const each of [filler, inodes]) rmSync(each, { recursive: true, force: true });
    },
    release() {
      // Lazy unmount, because an ending process may still use the file system.
      const { status, stderr } = spawnSync("umount", ["-l", folder]);
      if (status !== 0) throw new Error(`${folder} stays mounted: ${stderr.toString()}`);
    },
  };
}

function untilFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (errorCode(error) !== "ENOSPC") throw error;
  }
}
