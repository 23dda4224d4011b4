import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { consoleLimits } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import { startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { accountUsersFile, accountUsersFolder } from "../engines/clickhouse/analysts.ts";
import { claimPort } from "@hoplog/platform/process/freePort.js";
import { createQueryEngine, type QueryEngine } from "./queryEngine.ts";
import { type CopySource, copyTables } from "./copy.ts";
import type { Login, LoginSettings } from "./logins.ts";

/** A query that runs in an engine. */
export interface Flight {
  readonly queryId: string;
  readonly login: Login;
  /** Whether the client has disconnected, so that the query must be killed. */
  abandoned: boolean;
  killed: boolean;
  /** Whether the query ran past its limit, so that its engine was ended. */
  outlived: boolean;
  /** Time limit in milliseconds; replaced by the engine's own value once it lists the query. */
  limitMs: number;
  /** Whether the client doesn't read: ClickHouse then blocks on writing and checks no limits. */
  isStalled: boolean;
  /** Time at which the query was last stalled, by `performance.now`. */
  stalledAt: number;
  /** Closes the client's connection. */
  cut(): void;
}

/** An engine that runs on a copy of the tables from one moment. */
export interface CopyEngine {
  readonly id: string;
  readonly port: number;
  readonly pid: number;
  readonly ask: QueryEngine;
  /** Start of the copy, by `performance.now`. */
  readonly copiedAt: number;
  /** Start-up time in milliseconds. */
  readonly tookMs: number;
  /** Fingerprint of the mutations, followed by the users file, from the time when the copy began. */
  readonly state: string;
  readonly flights: Set<Flight>;
  isGone: boolean;
  readonly gone: Promise<void>;
  /** Whether the engine was replaced by a newer one; it then ends after its last query. */
  isLeaving: boolean;
  /** Ends the engine immediately with all its queries, and deletes its copy. */
  end(): Promise<void>;
}

export interface CopyEngineOptions extends LoginSettings {
  readonly source: CopySource;
  /** Folder that contains a folder for each engine. */
  readonly folder: string;
  /** Text of the users file that the api writes. */
  readonly accountUsers: string;
  readonly state: string;
  /** Session priority of the engine, if it differs from the default of read-only engines. */
  readonly nice?: number;
  /** Whether to limit memory for a machine with 1 GB. */
  readonly isSmall?: boolean;
  readonly onLog: (line: string) => void;
  /** Prints a message for the operator. */
  readonly print: (text: string) => void;
  readonly onStart: (id: string, pid: number) => void;
  readonly onEnd: (id: string, expected: boolean) => void;
}

let made = 0;

export async function startCopyEngine(options: CopyEngineOptions): Promise<CopyEngine> {
  const { source, service, state, accountUsers } = options;
  const copiedAt = performance.now();
  const id = `${process.pid}_${++made}`;
  const dataDir = join(options.folder, id);
  const remove = () =>
    rm(dataDir, { recursive: true, force: true, maxRetries: 5 }).catch((error: unknown) => {
      options.print(`cannot delete the data of an ended query engine: ${String(error)}`);
    });
  try {
    mkdirSync(accountUsersFolder(dataDir), { recursive: true });
    if (accountUsers !== "") writeFileSync(accountUsersFile(dataDir), accountUsers, { mode: 0o600 });
    await copyTables(source, id, join(dataDir, "data"));
    const claim = await claimPort();
    const { port } = claim;
    // If the engine ends during its start, the start itself rejects.
    let exited: (expected: boolean) => void = () => undefined;
    const { promise: gone, resolve: isOver } = Promise.withResolvers<void>();
    const started = await startClickHouse({
      dataDir,
      port,
      users: [{ name: service.user, password: service.password }],
      database: source.database,
      analystPassword: options.analystPassword,
      consolePassword: options.consolePassword,
      readsOnly: true,
      isSmall: options.isSmall ?? false,
      ...(options.nice !== undefined && { nice: options.nice }),
      onLog: options.onLog,
      onExit: ({ expected }) => exited(expected),
    }).finally(claim.release);
    const engine: CopyEngine = {
      id,
      port,
      pid: started.pid,
      ask: createQueryEngine(started.address, service.user, service.password, 5000),
      copiedAt,
      tookMs: performance.now() - copiedAt,
      state,
      flights: new Set(),
      isGone: false,
      gone,
      isLeaving: false,
      end: () => started.stop({ hurry: true }),
    };
    options.onStart(id, started.pid);
    exited = (expected) => {
      engine.isGone = true;
      isOver();
      options.onEnd(id, expected);
      void remove();
    };
    return engine;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Seconds that a query may run past its limit. */
export const graceSeconds = 10;
/** Seconds that a query may wait past its limit for its client to read. */
const stallGraceSeconds = 2;
/** Milliseconds that ClickHouse needs to notice an exceeded limit after its client reads again or is disconnected. */
const afterStallMs = 5000;
/** Seconds after which a query without a client is killed; until then, the query may be about to end. */
const orphanSeconds = 1;

const process_ = z.object({ id: z.string(), elapsed: z.number(), limit: z.string() });

/**
 * Kills queries without a client, disconnects clients that don't read, and marks flights that ran past their limits.
 * Returns whether the engine has a query that ClickHouse can't kill. Rejects if the engine doesn't respond.
 */
export async function checkFlights({ ask, flights }: CopyEngine): Promise<boolean> {
  const before = new Set([...flights].map(({ queryId }) => queryId));
  const text = await ask(`SELECT query_id AS id, elapsed, Settings['max_execution_time'] AS limit FROM system.processes
    WHERE user = 'analyst' OR startsWith(user, 'console_') OR startsWith(user, 'account_') FORMAT JSONEachRow`);
  const shown = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => process_.parse(JSON.parse(line)));
  const kill = (id: string) =>
    ask(`KILL QUERY WHERE query_id = '${id.replaceAll(/[\\']/g, "\\$&")}' ASYNC FORMAT Null`);
  let hasOutlived = false;
  for (const { id, elapsed, limit } of shown) {
    const seconds = Number(limit) || consoleLimits.seconds;
    const flight = [...flights].find(({ queryId }) => queryId === id);
    if (flight) {
      flight.limitMs = 1000 * seconds;
      if (flight.isStalled && elapsed > seconds + stallGraceSeconds) flight.cut();
      const wasStalled = flight.isStalled || performance.now() - flight.stalledAt < afterStallMs;
      if (elapsed > seconds + graceSeconds && !wasStalled) {
        flight.outlived = true;
        hasOutlived = true;
      }
      if (!flight.abandoned || flight.killed) continue;
      flight.killed = true;
      await kill(id);
    } else if (!before.has(id) && elapsed > orphanSeconds) {
      hasOutlived ||= elapsed > seconds + graceSeconds;
      await kill(id);
    }
  }
  return hasOutlived;
}
