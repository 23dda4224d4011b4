import { spawn } from "node:child_process";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import {
  type ListenerOrder,
  type ListenerProcessSettings,
  type ListenerReport,
  reportSchema,
  settingsVariable,
} from "./messages.ts";

export interface ListenerProcess {
  readonly pid: number | undefined;
  order(order: ListenerOrder): void;
  kill(): void;
}

export interface ListenerEvents {
  readonly onReport: (report: ListenerReport) => void;
  readonly onExit: (how: string) => void;
}

/** Starts one listener as a child. It ends with this process, however this one ends: its channel closes then. */
export function startListenerProcess(
  program: string,
  settings: ListenerProcessSettings,
  logger: Logger,
  { onReport, onExit }: ListenerEvents,
): ListenerProcess {
  const child = spawn(program, [...sourceFlags, script], {
    env: { ...environment(), [settingsVariable]: JSON.stringify(settings) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "json",
  });
  let gone = false;
  const exited = (how: string): void => {
    if (gone) return;
    gone = true;
    onExit(how);
  };
  child.on("message", (message) => {
    const report = reportSchema.safeParse(message);
    if (report.success) onReport(report.data);
    else logger.error({ err: report.error }, "a listener said what nobody understands");
  });
  child.on("error", (error) => exited(error.message));
  child.on("exit", (code, signal) => exited(signal ?? `code ${code}`));
  return {
    pid: child.pid,
    order(order) {
      // A channel that breaks because the child was killed is told by 'exit'.
      if (child.connected) child.send(order, () => {});
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Nothing that a listener does not need: no addresses or passwords of databases. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, NO_COLOR } = process.env;
  const own = { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, NO_COLOR };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

const fromSource = import.meta.url.endsWith(".ts");
const script = new URL(`../boot/listener.${fromSource ? "ts" : "js"}`, import.meta.url).pathname;

/** Where the sources run as they are, other workspaces' do too. */
const sourceFlags = fromSource ? ["--conditions=hoplog-source"] : [];
