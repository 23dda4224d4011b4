import { createHash, randomUUID } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { accountWorkload, analystsWorkloads } from "@hoplog/schema/analysts.js";
import { signal, waitUntilGone } from "../../processes/inspect.ts";
import { openLifeline } from "../../processes/lifeline.ts";
import { eachLine, lastLines } from "../../processes/lines.ts";
import { repositoryRoot } from "../../root.ts";
import { EngineError } from "../engine.ts";
import type { Engine, EngineEvents } from "../engine.ts";
import { accountUsers, forgetWorkloads, hideFunctions, writeAnalystUsers } from "./analysts.ts";
import { text, writeClickHouseFiles } from "./config.ts";
import type { ClickHouseUser } from "./config.ts";
import { lowerSessionPriority } from "../../processes/sessionPriority.ts";
import { clickHouseProgram } from "./program.ts";
import { writeWhole } from "../writeWhole.ts";

/** Options of a ClickHouse server. */
export interface ClickHouseOptions extends EngineEvents {
  /** Folder for the data, the configuration and the log. */
  dataDir: string;
  port: number;
  /** At least one user; the engine's `url` contains the credentials of the first one. */
  users: readonly [ClickHouseUser, ...ClickHouseUser[]];
  /** Database that the first user creates if it is missing. */
  database?: string;
  /** Enables the user `analyst` with this password, and the SQL users that the api creates for accounts. */
  analystPassword?: string;
  /**
   * Whether the engine is read-only: it never merges parts, has a lower priority than other engines, and uses less
   * memory.
   */
  readsOnly?: boolean;
  /** Whether to limit memory for a machine with 1 GB. */
  isSmall?: boolean;
  /** Session priority of a read-only engine, if not the default; 0 for normal priority. */
  nice?: number;
  /** Password with which the api runs the SQL console's queries; without it the console's users cannot log in. */
  consolePassword?: string;
}

/** A running ClickHouse, with its first user's credentials as separate fields. */
export interface ClickHouseEngine extends Engine {
  /** URL of the server, without credentials. */
  address: string;
  user: string;
  password: string;
}

const serve = [
  "SYSTEM START LISTEN HTTP",
  // Analysts' queries pause while a query with a better priority runs, and the query below never ends.
  "SET priority = 0",
  // Reads standard input to its end, so that the server runs exactly as long as the lifeline is held.
  "SELECT count() FROM file('/dev/stdin', 'LineAsString', 'line String')",
];

/** Milliseconds for open connections to finish; data also survives a kill. */
const stopTimeoutMs = 3_000;

/** A lower priority than the main engine's 10, so that queries of pages get twice the CPU time. */
const readerNice = 13;

/** Starts ClickHouse on 127.0.0.1, HTTP only, and resolves when it responds to its first user. */
export async function startClickHouse(options: ClickHouseOptions): Promise<ClickHouseEngine> {
  const { port, users } = options;
  const [{ name: user, password }] = users;
  const program = clickHouseProgram();
  const folder = resolve(options.dataDir);
  const files = writeClickHouseFiles(folder, port, users, options);
  hideFunctions(files.data);
  forgetWorkloads(files.data);
  // ClickHouse fails to start if the variable for the password is missing.
  const { analystPassword, consolePassword = randomUUID() } = options;
  if (analystPassword !== undefined) writeAnalystUsers(folder, options.database ?? "hoplog");
  // Workloads are created at each start, because the embedded engine does not reload stored workloads.
  const workloads = [...analystsWorkloads(availableParallelism()), ...accountUsers(folder).map(accountWorkload)];
  const first = [
    ...(options.readsOnly ? ["SYSTEM STOP MERGES"] : []),
    ...(analystPassword === undefined ? [] : workloads),
  ];
  // The statements are in a file, because an argument is limited to 128 kB.
  writeWhole(files.queries, [...first, ...serve].join(";\n"));

  const lifeline = openLifeline();
  const child = spawn(
    program.file,
    [
      ...program.args,
      `--config-file=${files.config}`,
      `--path=${files.data}/`,
      // Overrides the level in the configuration: without it, every step of every query is logged.
      "--log-level=warning",
      `--queries-file=${files.queries}`,
    ],
    {
      stdio: [lifeline.readEnd, "pipe", "pipe"],
      detached: true,
      cwd: repositoryRoot,
      env: {
        ...process.env,
        TZ: "UTC",
        ...(analystPassword !== undefined && { ANALYST_PASSWORD: text(analystPassword) }),
        CONSOLE_PASSWORD_SHA256: createHash("sha256").update(consolePassword).digest("hex"),
      },
    },
  );
  lifeline.closeReadEnd();
  const log = lastLines(12);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      eachLine(stream, (line) => {
        log.add(line);
        options.onLog?.(line);
      });
  }
  await once(child, "spawn");
  const pid = child.pid;
  if (pid === undefined) throw new EngineError(`Cannot start ${program.file}`);
  if (!options.readsOnly) lowerSessionPriority(pid);

  let stopping: Promise<void> | undefined;
  const gone = { yet: false };
  const failure = new Promise<never>((_, reject) => {
    // 'close' follows the last line of output, which contains the reason for the exit.
    child.once("close", (code, signalName) => {
      gone.yet = true;
      lifeline.close();
      options.onExit?.({ code, signal: signalName, expected: stopping !== undefined });
      reject(new EngineError(`ClickHouse ended (${signalName ?? `code ${code}`}):\n${log.text()}`));
    });
  });
  failure.catch(() => undefined);

  const end = async (limit: number) => {
    lifeline.close();
    if (await waitUntilGone(pid, limit)) return;
    signal(pid, "SIGKILL");
    await waitUntilGone(pid, 10_000);
  };
  const stop: Engine["stop"] = ({ hurry = false } = {}) => {
    if (stopping && hurry) signal(pid, "SIGKILL");
    stopping ??= end(hurry ? 0 : stopTimeoutMs);
    return stopping;
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    const sql = options.database ? `CREATE DATABASE IF NOT EXISTS ${options.database}` : "SELECT 1";
    await Promise.race([answers(address, user, password, sql, gone), failure]);
    // The priority is lowered only after the start, because callers wait for the start.
    if (options.readsOnly) lowerSessionPriority(pid, options.nice ?? readerNice);
  } catch (error) {
    await stop({ hurry: true });
    throw error;
  }
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return { url: `http://${credentials}@127.0.0.1:${port}`, address, user, password, pid, stop };
}

async function answers(
  address: string,
  user: string,
  password: string,
  sql: string,
  gone: { yet: boolean },
): Promise<void> {
  const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password, Connection: "close" };
  while (!gone.yet) {
    try {
      const response = await fetch(address, { method: "POST", body: sql, headers, signal: AbortSignal.timeout(5_000) });
      const body = await response.text();
      if (response.ok) return;
      throw new EngineError(`ClickHouse rejects its user ${user}: ${body.trim()}`);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      await delay(20);
    }
  }
}
