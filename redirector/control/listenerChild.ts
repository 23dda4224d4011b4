import { spawn } from "node:child_process";
import type { ListenerOrder } from "./messages.ts";

/** A listener's process. Starting one needs only Node's own modules, so that it can be started early. */
export interface ListenerChild {
  readonly pid: number | undefined;
  /** Resolves when the process has reported whether it listens, or has ended. */
  readonly settled: Promise<void>;
  order(order: ListenerOrder): void;
  kill(): void;
  /** Subscribes to messages; earlier ones are delivered immediately. Call once. */
  subscribe(events: ListenerChildEvents): void;
}

export interface ListenerChildEvents {
  readonly onMessage: (message: unknown) => void;
  /** Called once, when the process has ended, as the last event. */
  readonly onExit: (how: string) => void;
}

/** Starts a listener process. It ends together with this process, because its channel then closes. */
export function spawnListener(program: string, variables: NodeJS.ProcessEnv): ListenerChild {
  const child = spawn(program, [...sourceFlags, script], {
    env: { ...environment(), ...variables },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "json",
  });
  const undelivered: unknown[] = [];
  let ended: string | null = null;
  let events: ListenerChildEvents | null = null;
  const settled = Promise.withResolvers<void>();
  const exited = (how: string): void => {
    if (ended !== null) return;
    ended = how;
    settled.resolve();
    events?.onExit(how);
  };
  child.on("message", (message) => {
    if (isOutcome(message)) settled.resolve();
    if (events) events.onMessage(message);
    else undelivered.push(message);
  });
  child.on("error", (error) => exited(error.message));
  child.on("exit", (code, signal) => exited(signal ?? `code ${code}`));
  return {
    pid: child.pid,
    settled: settled.promise,
    order(order) {
      // The error of a channel that breaks because the child was killed is ignored; 'exit' reports the end.
      if (child.connected) child.send(order, () => {});
    },
    kill: () => void child.kill("SIGKILL"),
    subscribe(subscriber) {
      events = subscriber;
      for (const message of undelivered) events.onMessage(message);
      if (ended !== null) events.onExit(ended);
    },
  };
}

function isOutcome(message: unknown): boolean {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return message.kind === "listening" || message.kind === "refused";
}

/** Returns only the variables that a listener needs, without database URLs and passwords. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, NO_COLOR } = process.env;
  const own = { PATH, HOME, TMPDIR, NODE_ENV, NODE_COMPILE_CACHE, NO_COLOR };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

const fromSource = import.meta.url.endsWith(".ts");
const script = new URL(`../boot/listener.${fromSource ? "ts" : "js"}`, import.meta.url).pathname;

/** When running from source, other workspaces are loaded from source too. */
const sourceFlags = fromSource ? ["--conditions=hoplog-source"] : [];
