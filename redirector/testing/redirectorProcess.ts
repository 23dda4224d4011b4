import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../boot/main.ts", import.meta.url));

/** Starts a redirector from source as a separate process, as in production. */
export function spawnRedirector(databaseUrl: string, folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["--conditions=hoplog-source", main], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      SPOOL_DIR: path.join(folder, "spool"),
      REPLICA_DIR: path.join(folder, "replica"),
      LOG_LEVEL: "warn",
      LISTENERS: "1",
      ...env,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}
