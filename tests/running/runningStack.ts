import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timed } from "@hoplog/platform/testing/timed.js";
import { runningChildren } from "@hoplog/stack/datafolder/survivors.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { copyData, templateData } from "./template.ts";

/** How to start the stack: `make` builds and starts it like a user, `node` only runs existing builds. */
export interface StackStart {
  by?: "make" | "node";
  /** What to start: one process of each kind, or a cluster. */
  target?: "up" | "up-cluster";
  /** A TypeScript program to start instead of the built one. */
  boot?: string;
  /**
   * Whether to start without data. By default, the start of a built `up` uses a copy of the template's data, if there
   * is one.
   */
  onNothing?: boolean;
  env?: NodeJS.ProcessEnv;
}

/** One run of the whole product. */
export interface StackRun {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
  /** Resolves when the stack reports that it is ready; rejects with its output if it ends first. */
  ready(limit?: number): Promise<void>;
}

/** URLs, ports and data folder of a stack. */
export interface StackPlace {
  appUrl: string;
  shortUrl: string;
  appPort: number;
  shortPort: number;
  dataFolder: string;
}

/** Stack with its own data folder and ports, which all its runs use. */
export interface TestStack extends StackPlace {
  start(how?: StackStart): StackRun;
  /** Adds a process to a running cluster. */
  add(part: "redirector" | "ingest"): StackRun;
  /** Process ids of the running parts by name, such as postgres, api or ingest; in a cluster also redirector-1. */
  pids(): Record<string, number>;
  /** Ends all runs and deletes the data, after `release` has released other uses of the folder. */
  clear(release?: () => void): Promise<void>;
}

/** A user as which root starts the stack. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export async function newTestStack(owner?: Owner): Promise<TestStack> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-stack-test-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const dataFolder = join(folder, "data");
  const [appPort, shortPort] = [await freePort(), await freePort()];
  const runs: StackRun[] = [];
  const own = { APP_PORT: String(appPort), SHORT_PORT: String(shortPort), HOPLOG_DATA: dataFolder };
  return {
    appUrl: `http://localhost:${appPort}`,
    shortUrl: `http://localhost:${shortPort}`,
    appPort,
    shortPort,
    dataFolder,
    start({ by = "node", target = "up", boot, onNothing = false, env = {} } = {}) {
      const template = templateData();
      if (template && by === "node" && target === "up" && !boot && !owner && !onNothing) copyData(template, dataFolder);
      const built = target === "up" ? "stack/dist/boot/up.js" : "stack/dist/boot/upCluster.js";
      const program = boot ? ["--conditions=hoplog-source", boot] : [built];
      const command = by === "make" ? ["make", "--no-print-directory", target] : [process.execPath, ...program];
      // Destination checks are off, because tests send no requests to external servers unless they test that.
      const tested = { NODE_ENV: "production", DESTINATION_CHECKS: "off" };
      const all = { ...process.env, ...tested, ...(owner && { HOME: folder }), ...own, ...env };
      const run = runCommand(command, all, "hoplog is ready", owner);
      runs.push(run);
      return run;
    },
    add(part) {
      const command = [process.execPath, "stack/dist/boot/addPart.js", part];
      const run = runCommand(command, { ...process.env, NODE_ENV: "production", ...own }, `${part}-\\d+ is ready`);
      runs.unshift(run);
      return run;
    },
    pids: () => runningChildren(dataFolder),
    clear: (release) =>
      timed("stack: clear", async () => {
        for (const { child, ended } of runs) {
          child.kill("SIGTERM");
          const stuck = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 20_000);
          await ended;
          clearTimeout(stuck);
        }
        release?.();
        rmSync(folder, { recursive: true, force: true });
      }),
  };
}

/** Runs a command; `readyText` is a regular expression for the output of a ready stack. */
function runCommand(
  [program = "", ...args]: string[],
  env: NodeJS.ProcessEnv,
  readyText: string,
  owner?: Owner,
): StackRun {
  const child = spawn(program, args, {
    ...owner,
    cwd: repositoryRoot,
    env,
    // The command has a separate process group, so that a test can send it signals like a terminal.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  const saidReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (new RegExp(readyText).test(text)) resolve();
      });
    }
  });
  return {
    child,
    output: () => text,
    ended,
    ready: (limit = 90_000) =>
      timed("stack: ready", async () => {
        const timer = new AbortController();
        const late = new Promise<never>((_, reject) => {
          const timeout = setTimeout(
            () => reject(new Error(`the stack is not ready after ${limit} ms:\n${text}`)),
            limit,
          );
          timer.signal.addEventListener("abort", () => clearTimeout(timeout));
        });
        const gone = ended.then((how) => Promise.reject(new Error(`ended (${how}):\n${text}`)));
        try {
          await Promise.race([saidReady, gone, late]);
        } finally {
          timer.abort();
          gone.catch(() => undefined);
          late.catch(() => undefined);
        }
      }),
  };
}
