import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningChildren } from "@hoplog/stack/datafolder/survivors.js";
import { freePort } from "@hoplog/stack/processes/ports.js";
import { repositoryRoot } from "@hoplog/stack/root.js";

/** How to start the stack: `make` does it as a user would, `node` only runs what is built. */
export interface StackStart {
  by?: "make" | "node";
  env?: NodeJS.ProcessEnv;
}

/** One run of the whole product, started from what is built. */
export interface StackRun {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
  /** Resolves when the stack says that it is ready; rejects with its output when it ends before. */
  ready(limit?: number): Promise<void>;
}

/** A place for runs of the stack: a data folder and ports of its own, kept from run to run. */
export interface StackPlace {
  appUrl: string;
  shortUrl: string;
  appPort: number;
  shortPort: number;
  dataFolder: string;
  start(how?: StackStart): StackRun;
  /** Process ids of the running parts by name: postgres, clickhouse, api, redirector, ingest. */
  pids(): Record<string, number>;
  /** Ends all runs and removes the data. */
  clear(): Promise<void>;
}

export async function stackPlace(): Promise<StackPlace> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-stack-test-"));
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
    start({ by = "node", env = {} } = {}) {
      const command =
        by === "make" ? ["make", "--no-print-directory", "up"] : [process.execPath, "stack/dist/boot/up.js"];
      const run = runCommand(command, { ...process.env, NODE_ENV: "production", ...own, ...env });
      runs.push(run);
      return run;
    },
    pids: () => runningChildren(dataFolder),
    async clear() {
      for (const { child, ended } of runs) {
        child.kill("SIGTERM");
        const stuck = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 20_000);
        await ended;
        clearTimeout(stuck);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runCommand([program = "", ...args]: string[], env: NodeJS.ProcessEnv): StackRun {
  // A process group of its own, so that a test can send it what a terminal sends.
  const child = spawn(program, args, { cwd: repositoryRoot, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  const saidReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes("hoplog is ready")) resolve();
      });
    }
  });
  return {
    child,
    output: () => text,
    ended,
    async ready(limit = 90_000) {
      const timer = new AbortController();
      const late = new Promise<never>((_, reject) => {
        const timeout = setTimeout(() => reject(new Error(`not ready after ${limit} ms:\n${text}`)), limit);
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
    },
  };
}
