import { spawn } from "node:child_process";
import { signal } from "./inspect.ts";

/**
 * Ends a process as soon as this one has ended, even after kill -9: a shell waits for the end of a pipe that only this
 * process holds. Returns a function that cancels the guard, which must be called when the process has ended, before its
 * id can be reused.
 */
export function guardProcess(pid: number, stopSignal: "INT" | "TERM"): () => void {
  const guard = spawn("/bin/sh", ["-c", 'cat >/dev/null; kill -"$1" "$2"', "hoplog-guard", stopSignal, String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    // The shell has a separate process group, so that Ctrl-C in the terminal reaches only the supervisor.
    detached: true,
    cwd: "/",
  });
  guard.on("error", () => undefined);
  guard.unref();
  return () => {
    if (guard.pid !== undefined && guard.exitCode === null && guard.signalCode === null) signal(-guard.pid, "SIGKILL");
  };
}
