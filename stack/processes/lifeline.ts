import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A pipe whose reader sees end-of-file as soon as this process closes it or dies for any reason. */
export interface Lifeline {
  /** The reading end, which is passed to a child; this process must close it once the child has it. */
  readEnd: number;
  closeReadEnd(): void;
  close(): void;
}

/**
 * Creates a real pipe. The pipes of child_process are sockets, which a child cannot reopen as /dev/stdin; Node has no
 * call for pipe(2), so this is a FIFO that is unlinked before other users can see it.
 */
export function openLifeline(): Lifeline {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-pipe-"));
  try {
    const name = join(folder, "pipe");
    execFileSync("mkfifo", ["-m", "600", name]);
    // The pipe is first opened for reading and writing, because opening only one end would block until the other is
    // opened.
    const both = openSync(name, "r+");
    const readEnd = openSync(name, "r");
    const writeEnd = openSync(name, "w");
    closeSync(both);
    return { readEnd, closeReadEnd: closeOnce(readEnd), close: closeOnce(writeEnd) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function closeOnce(descriptor: number): () => void {
  let open = true;
  return () => {
    if (open) closeSync(descriptor);
    open = false;
  };
}
