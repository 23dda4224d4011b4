import { readFileSync } from "node:fs";

/** Memory of a process in bytes: its own, and pages of files, which the system could drop. */
export interface Memory {
  readonly own: number;
  readonly files: number;
}

/** Reads a process's memory; zeros if it has ended. */
export function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
  return { own: kilobytes("RssAnon") * 1024, files: kilobytes("RssFile") * 1024 };
}

/** Returns the process ids of a process's children. */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

/**
 * Samples a process's memory until the returned function is called, which returns the peak of `own` and, as `files`,
 * the difference between the peak of both kinds together and the peak of `own`.
 */
export function watchMemory(pid: number): () => Memory {
  let [own, all] = [0, 0];
  const look = (): void => {
    const memory = memoryOf(pid);
    own = Math.max(own, memory.own);
    all = Math.max(all, memory.own + memory.files);
  };
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    look();
    return { own, files: all - own };
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
