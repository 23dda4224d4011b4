import { spawn } from "node:child_process";
import { join } from "node:path";
import { guardProcess } from "../processes/guard.ts";
import { eachLine } from "../processes/lines.ts";
import { endProcess } from "../processes/inspect.ts";

/** Lines of the compiler that only say that it is at work. */
const chatter = /Starting (incremental )?compilation|Found 0 errors|^\s*$/;

/** Compiles at every save until stopped; what the compiler has to complain about is handed to `onComplaint`. */
export function compileOnSave(root: string, onComplaint: (line: string) => void): () => Promise<void> {
  const tsc = spawn(join(root, "node_modules", ".bin", "tsc"), ["-b", "--watch", "--preserveWatchOutput"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const callGuardOff = tsc.pid === undefined ? undefined : guardProcess(tsc.pid, "TERM");
  tsc.once("exit", () => callGuardOff?.());
  eachLine(tsc.stdout, (line) => {
    if (!chatter.test(line)) onComplaint(line);
  });
  tsc.on("error", (error) => onComplaint(`The compiler could not be started: ${error.message}`));
  return async () => {
    if (tsc.pid !== undefined)
      await endProcess(tsc.pid, [
        ["SIGTERM", 1_000],
        ["SIGKILL", 5_000],
      ]);
  };
}
