import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync } from "node:fs";
import type { EngineExit, Running } from "../engines/engine.ts";
import { endProcess, signal } from "../processes/inspect.ts";
import { lastLogMessage } from "./lastLogMessage.ts";
import { logPath, openLog, tailOf } from "./logFile.ts";

/** Settings for starting one of the services. */
export interface ServiceDefinition {
  name: string;
  /** Path of the program relative to `folder`, so that the command line contains the service's name. */
  program: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Node flags in addition to the flags that every service has. */
  flags?: readonly string[];
  /** URL of the service's readiness check. */
  healthUrl: string;
  /** Address of the service's metrics as host:port, if it has any. */
  metricsAddress?: string;
}

/**
 * kafkajs sets timers in the past, which is harmless, but causes a warning of Node. Source maps make stack traces refer
 * to the sources. Exposed GC lets a service collect garbage after its start.
 */
const flags = ["--disable-warning=TimeoutNegativeWarning", "--enable-source-maps", "--expose-gc"];

/**
 * Starts a service as a child with an IPC channel: when this process ends for any reason, the channel closes and the
 * service exits. Its output goes to its own file below `dataFolder`.
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
    // The service has a separate process group, so that Ctrl-C in the terminal reaches only the supervisor, which stops
    // parts in order.
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  let stopping: Promise<void> | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", (code, signalName) => {
      // A killed process had no time to log a reason.
      const reason = signalName === null ? lastLogMessage(tailOf(logPath(dataFolder, name), logStart, 15)) : null;
      onExit({ code, signal: signalName, expected: stopping !== undefined, reason });
      resolve();
    });
  });
  // The error of a channel that breaks because the child was killed is ignored; 'exit' reports the end.
  child.on("error", () => undefined);
  await once(child, "spawn");
  const { pid } = child;
  if (pid === undefined) throw new Error(`Cannot start ${name}`);
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
