import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { signal } from "@hoplog/stack/processes/inspect.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, vi } from "vitest";
import { processTree } from "./processTree.ts";

/** A redirector with its own disk. */
export interface OwnRedirector {
  readonly shortUrl: string;
  readonly pid: number;
  /** Returns whether the redirector is ready, from the endpoint that load balancers use. */
  isReady(): Promise<boolean>;
  /** Returns the number of codes in the redirector's replica. */
  links(): Promise<number>;
  /** Returns the number of clicks that the log has confirmed. */
  shipped(): Promise<number>;
  stop(): Promise<void>;
  /** Kills all processes of the redirector at once, like a machine failure. */
  kill(): Promise<void>;
}

export interface OwnRedirectorSettings {
  readonly databaseUrl: string;
  /** Undefined if the log is in Postgres. */
  readonly kafkaBrokers: string | undefined;
  readonly publicUrl: string;
  /** Folder for spool and replica. */
  readonly folder: string;
  /** Number of listeners; 1 by default. */
  readonly listeners?: number;
  /** Size of the spool's reserve in MB; the redirector's default unless given. */
  readonly spoolReserveMb?: number;
  /** Port for short links; a free one by default. */
  readonly port?: number;
}

/** Starts a redirector; resolves when it redirects. */
export async function startOwnRedirector(settings: OwnRedirectorSettings): Promise<OwnRedirector> {
  const [port, metricsPort] = [settings.port ?? (await freePort()), await freePort()];
  const child = spawn(
    process.execPath,
    ["--disable-warning=TimeoutNegativeWarning", "redirector/dist/bundle/main.js"],
    {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: settings.databaseUrl,
        ...(settings.kafkaBrokers && { KAFKA_BROKERS: settings.kafkaBrokers }),
        PUBLIC_URL: settings.publicUrl,
        SHORT_PORT: String(port),
        METRICS_PORT: String(metricsPort),
        LISTENERS: String(settings.listeners ?? 1),
        SPOOL_DIR: join(settings.folder, "spool"),
        ...(settings.spoolReserveMb !== undefined && { SPOOL_RESERVE_MB: String(settings.spoolReserveMb) }),
        REPLICA_DIR: join(settings.folder, "replica"),
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const ended = once(child, "exit");
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name}{`));
    return Number(line?.split(" ").at(-1) ?? Number.NaN);
  }
  const isReady = async (): Promise<boolean> => (await fetch(`${metricsUrl}/healthz`)).ok;

  await vi.waitFor(async () => expect(await isReady()).toBe(true), 60_000);
  return {
    shortUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    isReady,
    links: () => metric("hoplog_redirector_replica_links"),
    shipped: () => metric("hoplog_redirector_clicks_shipped_total"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
    async kill() {
      for (const pid of processTree(child.pid ?? 0)) signal(pid, "SIGKILL");
      await ended;
    },
  };
}
