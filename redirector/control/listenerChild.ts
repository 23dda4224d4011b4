import { spawn } from "node:child_process";
import type { ListenerOrder } from "./messages.ts";

/** A listener's process. Only Node's own modules are needed to start one, for a listener that is started early. */
export interface ListenerChild {
  readonly pid: number | undefined;
  /** Resolves when it has said whether it listens, or has ended. */
  readonly settled: Promise<void>;
  order(order: ListenerOrder): void;
  kill(): void;
  /** From now on; what came before comes at once. To be called once. */
  subscribe(events: ListenerChildEvents): void;
}

export interface ListenerChildEvents {
  readonly onMessage: (message: unknown) => void;
  /** Comes once and last. */
  readonly onExit: (how: string) => void;
}

/** It ends with this process, however this one ends: its channel closes then. */
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
      // A channel that breaks because the child was killed is reported by 'exit'.
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
