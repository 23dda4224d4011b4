import { readMetrics } from "./metrics.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { LinksLog } from "./linksLog.ts";
import { childrenOf } from "./process.ts";

export interface BenchRedirector {
  readonly pid: number;
  readonly port: number;
  /** Port with TLS; 0 without certificates. */
  readonly tlsPort: number;
  readonly replicaFolder: string;
  listeners(): number[];
  /** Resolves when the replica has this many links. */
  knows(links: number): Promise<void>;
  /** Resolves when every recorded click is in the log. */
  shipped(): Promise<void>;
  /** Returns the number of recorded clicks that are not in the log yet. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a single redirector on the given cores (such as `0` or `0,1`; null for all). */
export async function startRedirector(
  log: Pick<LinksLog, "databaseUrl" | "folder">,
  options: {
    readonly cores: string | null;
    readonly listeners: number;
    /** A folder of certificates; if given, the redirector also has a port with TLS. */
    readonly certificates?: string;
    readonly env?: NodeJS.ProcessEnv;
  },
): Promise<BenchRedirector> {
  const { cores, certificates } = options;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const tlsPort = certificates === undefined ? 0 : await freePort();
  const command = [process.execPath, "redirector/dist/bundle/main.js"];
  const [program = "", ...args] = cores === null ? command : ["taskset", "-c", cores, ...command];
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: log.databaseUrl,
      SHORT_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LISTENERS: String(options.listeners),
      SPOOL_DIR: path.join(log.folder, "spool"),
      REPLICA_DIR: path.join(log.folder, "replica"),
      LOG_LEVEL: "error",
      ...(certificates !== undefined && {
        SHORT_TLS_PORT: String(tlsPort),
        TLS_CERTIFICATES: certificates,
        HANDSHAKES_PER_ADDRESS: "10000000",
      }),
      ...options.env,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const pid = child.pid ?? 0;

  async function metric(name: string, label = ""): Promise<number> {
    const text = await readMetrics(`http://127.0.0.1:${metricsPort}`);
    const line = text.split("\n").find((line) => line.startsWith(name) && line.includes(label));
    return Number(line?.split(" ").at(-1) ?? Number.NaN);
  }

  async function waiting(): Promise<number> {
    const shipped = await metric("hoplog_redirector_clicks_shipped_total");
    return (await metric("hoplog_redirector_answers_total", 'result="redirect"')) - shipped;
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    while (!(await condition().catch(() => false))) {
      if (child.exitCode !== null) throw new Error("the redirector exited unexpectedly");
      await sleep(100);
    }
  }

  return {
    pid,
    port,
    tlsPort,
    replicaFolder: path.join(log.folder, "replica", "slot-0", "v2"),
    listeners: () => childrenOf(pid),
    knows: (links) => until(async () => (await metric("hoplog_redirector_replica_links")) >= links),
    shipped: () => until(async () => (await waiting()) <= 0),
    waiting,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
