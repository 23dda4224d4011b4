import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { eachLine, lastLines } from "../../processes/lines.ts";
import { guardProcess } from "../../processes/guard.ts";
import { endProcess, signal } from "../../processes/inspect.ts";
import { EngineError } from "../engine.ts";
import type { Engine, EngineEvents } from "../engine.ts";
import { chooseLauncher } from "./account.ts";
import { postgresBinaries } from "./binaries.ts";
import { ensureCluster, superuser } from "./cluster.ts";

import { stopOrphan, stopSignals } from "./orphan.ts";
import { ensureDatabase } from "./ready.ts";

/** Options of a Postgres server. */
export interface PostgresOptions extends EngineEvents {
  dataDir: string;
  port: number;
  /** The password of the superuser `hoplog`, fixed when the data folder is created. */
  password: string;
  /** Database that is created if it is missing. */
  database?: string;
  /** Whether the parent folder belongs only to hoplog, so that Postgres' user may be allowed to traverse it. */
  parentIsOurs?: boolean;
  /** Whether to limit memory for a machine with 1 GB. */
  isSmall?: boolean;
  /** Whether data must survive a crash of the machine; false makes tests faster. */
  durable?: boolean;
}

/**
 * Starts Postgres on 127.0.0.1 and resolves when it responds. Creates the data folder and the database at the first
 * start, and ends a leftover Postgres on the same folder. Rejects with EngineError for problems that the user can fix.
 */
export async function startPostgres(options: PostgresOptions): Promise<Engine> {
  const { port, password, database = "hoplog", durable = true, isSmall = false } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  const binaries = await postgresBinaries();
  const launcher = chooseLauncher(binaries, dataDir, options.parentIsOurs);
  await stopOrphan(dataDir);
  await ensureCluster(dataDir, binaries.initdb, launcher, { password, durable });

  const command = launcher.command(binaries.postgres, [
    "-D",
    dataDir,
    "-p",
    String(port),
    ...settings(durable, isSmall),
  ]);
  const child = spawn(command.file, command.args, {
    ...command.options,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    cwd: "/",
    env: { ...process.env, LC_ALL: "C" },
  });
  const log = lastLines(12);
  for (const stream of [child.stdout, child.stderr]) {
    eachLine(stream, (line) => {
      log.add(line);
      options.onLog?.(line);
    });
  }
  await once(child, "spawn");
  const pid = child.pid;
  if (pid === undefined) throw new EngineError(`Cannot start ${command.file}`);
  const stopGuard = guardProcess(pid, "INT");
  let stopping: Promise<void> | undefined;
  const failure = new Promise<never>((_, reject) => {
    child.once("exit", (code, signalName) => {
      stopGuard();
      options.onExit?.({ code, signal: signalName, expected: stopping !== undefined });
      reject(new EngineError(`Postgres ended (${signalName ?? `code ${code}`}):\n${log.text()}`));
    });
  });
  failure.catch(() => undefined);

  const stop: Engine["stop"] = ({ hurry = false } = {}) => {
    if (stopping && hurry) signal(pid, "SIGQUIT");
    stopping ??= endProcess(pid, hurry ? stopSignals.slice(1) : stopSignals);
    return stopping;
  };
  const at = (name: string) => `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  try {
    await ensureDatabase(at("postgres"), database, failure);
  } catch (error) {
    await stop({ hurry: true });
    throw error;
  }
  return { url: at(database), pid, stop };
}

/** Limits for a machine with 1 GB: shared memory, and processes that only large installations need. */
const smallSettings = {
  shared_buffers: "32MB",
  max_connections: "100",
  max_wal_size: "128MB",
  work_mem: "2MB",
  maintenance_work_mem: "16MB",
  autovacuum_max_workers: "1",
  max_parallel_workers: "0",
  max_parallel_maintenance_workers: "0",
  io_method: "sync",
};

function settings(durable: boolean, isSmall: boolean): string[] {
  const values: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    shared_buffers: "128MB",
    max_wal_size: "512MB",
    synchronous_commit: "on",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    // Logs errors without values, and without statements, which contain values too.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    // JIT compilation costs short queries more than it saves.
    jit: "off",
    ...(isSmall ? smallSettings : {}),
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
