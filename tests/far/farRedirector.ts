import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freePort } from "@hoplog/stack/processes/ports.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect } from "vitest";

/** A redirector with a disk of its own. */
export interface FarRedirector {
  readonly shortUrl: string;
  /** As a load balancer asks it. */
  isReady(): Promise<boolean>;
  /** Codes in its replica. */
  links(): Promise<number>;
  /** Clicks that the log has confirmed. */
  shipped(): Promise<number>;
  stop(): Promise<void>;
}

export interface FarSettings {
  readonly databaseUrl: string;
  /** Undefined where the log is in Postgres. */
  readonly kafkaBrokers: string | undefined;
  readonly publicUrl: string;
  /** For spool and replica. */
  readonly folder: string;
}

/** Resolves when it redirects. */
export async function startFarRedirector(settings: FarSettings): Promise<FarRedirector> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ["--disable-warning=TimeoutNegativeWarning", "redirector/dist/boot/main.js"], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: settings.databaseUrl,
      ...(settings.kafkaBrokers && { KAFKA_BROKERS: settings.kafkaBrokers }),
      PUBLIC_URL: settings.publicUrl,
      SHORT_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LISTENERS: "1",
      SPOOL_DIR: join(settings.folder, "spool"),
      REPLICA_DIR: join(settings.folder, "replica"),
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name}{`));
    return Number(line?.split(" ").at(-1) ?? Number.NaN);
  }
  const isReady = async (): Promise<boolean> => (await fetch(`${metricsUrl}/healthz`)).ok;

  await expect.poll(isReady).toBe(true);
  return {
    shortUrl: `http://127.0.0.1:${port}`,
    isReady,
    links: () => metric("hoplog_redirector_replica_links"),
    shipped: () => metric("hoplog_redirector_clicks_shipped_total"),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
