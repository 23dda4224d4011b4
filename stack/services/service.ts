import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync } from "node:fs";
import type { EngineExit, Running } from "../engines/engine.ts";
import { endProcess, signal } from "../processes/inspect.ts";
import { lastWords } from "./lastWords.ts";
import { logPath, openLog, tailOf } from "./logFile.ts";

/** How to start one of the services. */
export interface ServiceDefinition {
  name: string;
  /** The program, relative to `folder`, so that the command line names the service. */
  program: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Of Node, besides those of every service. */
  flags?: readonly string[];
  /** Where it says whether it is ready. */
  healthUrl: string;
  /** Where Prometheus finds its metrics, as host:port; none where it has none. */
  metricsAddress?: string;
}

/**
 * kafkajs sets timers for moments that have passed, which is harmless, and of which Node warns. Stack traces name lines of the
 * sources. A service collects the garbage of its start.
 */
const flags = ["--disable-warning=TimeoutNegativeWarning", "--enable-source-maps", "--expose-gc"];

/**
 * Starts a service as a child with an IPC channel: when this process is gone, however it went, the channel closes and
 * the service ends itself. Its output goes to a file of its own below `dataFolder`.
 */
export async function startService(
  definition: ServiceDefinition,
  dataFolder: string,
  onExit: (exit: EngineExit) => void,
  onProblem: (problem: string) => void,
): Promise<Running> {
  const { name, program, folder, env, flags: own = [] } = definition;
  const log = openLog(dataFolder, name, onProblem);
  const logStart = fstatSync(log).size;
  const child = spawn(process.execPath, [...flags, ...own, program], {
    cwd: folder,
    env,
    // A process group of its own: Ctrl-C in the terminal is for the supervisor, which stops things in order.
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  let stopping: Promise<void> | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", (code, signalName) => {
      // Who is killed has had no time for words.
      const reason = signalName === null ? lastWords(tailOf(logPath(dataFolder, name), logStart, 15)) : null;
      onExit({ code, signal: signalName, expected: stopping !== undefined, reason });
      resolve();
    });
  });
  // A channel that breaks because the child was killed is reported by 'exit'.
  child.on("error", () => undefined);
  await once(child, "spawn");
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} did not start`);
  return {
    pid,
    stop({ hurry = false } = {}) {
      if (stopping && hurry) signal(pid, "SIGKILL");
      stopping ??= endProcess(pid, [
        ["SIGTERM", hurry ? 500 : 5_000],
        ["SIGKILL", 5_000],
      ]).then(() => exited);
      return stopping;
    },
  };
}
