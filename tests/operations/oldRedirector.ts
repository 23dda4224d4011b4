import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { freePort } from "@hoplog/stack/processes/ports.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { z } from "zod";

export interface RedirectorRun {
  readonly shortUrl: string;
  readonly child: ChildProcess;
  /** Whether it takes visitors. */
  listens(): Promise<boolean>;
  /** Resolves with its exit code. */
  stop(): Promise<number | null>;
}

const fixture = join(import.meta.dirname, "fixtures", "redirector-ee88265.json.zst");

/** Lays down the redirector of commit ee88265 (see fixtures/writeOldRedirector.mjs) and gives its main program. */
export function unpackOldRedirector(folder: string): string {
  const files = z
    .record(z.string(), z.string())
    .parse(JSON.parse(zstdDecompressSync(readFileSync(fixture)).toString()));
  mkdirSync(join(folder, "boot"), { recursive: true });
  for (const [file, source] of Object.entries(files)) writeFileSync(join(folder, file), source);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  return join(folder, "boot", "main.js");
}

export const newRedirector = join(repositoryRoot, "redirector", "dist", "boot", "main.js");

/** Starts a redirector of either release beside a stack; `folder` holds its replica and its spool. */
export async function startRedirector(main: string, folder: string, databaseUrl: string): Promise<RedirectorRun> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      SPOOL_DIR: join(folder, "spool"),
      REPLICA_DIR: join(folder, "replica"),
      SHORT_PORT: String(port),
      METRICS_PORT: String(metricsPort),
      OPS_PORT: String(metricsPort),
      LOG_LEVEL: "error",
      LISTENERS: "1",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const shortUrl = `http://127.0.0.1:${port}`;
  return {
    shortUrl,
    child,
    listens: () =>
      fetch(`${shortUrl}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}
