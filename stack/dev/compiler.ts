import { spawn } from "node:child_process";
import { join } from "node:path";
import { guardProcess } from "../processes/guard.ts";
import { eachLine } from "../processes/lines.ts";
import { endProcess } from "../processes/inspect.ts";

/** Compiler output that only reports progress. */
const chatter = /Starting (incremental )?compilation|Found 0 errors|^\s*$/;

/**
 * Compiles and type-checks at every save until the returned function is called; `onComplaint` receives each line of an
 * error.
 */
export function compileOnSave(root: string, onComplaint: (line: string) => void): () => Promise<void> {
  const bin = join(root, "node_modules", ".bin");
  const ends = [
    runUntilStopped(root, [process.execPath, "stack/tasks/build.mjs", "--watch"], onComplaint),
    runUntilStopped(root, [join(bin, "tsc"), "-b", "--watch", "--preserveWatchOutput"], onComplaint),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

function runUntilStopped(
  root: string,
  [program = "", ...args]: readonly string[],
  onComplaint: (line: string) => void,
): () => Promise<void> {
  const child = spawn(program, args, { cwd: root, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const stopGuard = child.pid === undefined ? undefined : guardProcess(child.pid, "TERM");
  child.once("exit", () => stopGuard?.());
  eachLine(child.stdout, (line) => {
    if (!chatter.test(line)) onComplaint(line);
  });
  child.on("error", (error) => onComplaint(`Cannot start the compiler: ${error.message}`));
  return async () => {
    if (child.pid !== undefined)
      await endProcess(child.pid, [
        ["SIGTERM", 1_000],
        ["SIGKILL", 5_000],
      ]);
  };
}
