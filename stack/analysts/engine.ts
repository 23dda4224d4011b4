import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { consoleLimits } from "@hoplog/schema/analysts.js";
import { z } from "zod";
import { startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { accountUsersFile, accountUsersFolder } from "../engines/clickhouse/analysts.ts";
import { claimPort } from "@hoplog/platform/process/freePort.js";
import { askAs, type AskEngine } from "./ask.ts";
import { type CopySource, copyTables } from "./copy.ts";
import type { Login, LoginSettings } from "./logins.ts";

/** A query that an engine has. */
export interface Flight {
  readonly queryId: string;
  readonly login: Login;
  /** Nobody waits for its answer any more: it is to be ended. */
  abandoned: boolean;
  killed: boolean;
  /** It has outlived its limit, and its engine was ended for that. */
  outlived: boolean;
  /** How long it may run, in milliseconds; as the engine says once it shows the query. */
  limitMs: number;
  /** Its client doesn't read: ClickHouse waits to write, and looks at no limit meanwhile. */
  isStalled: boolean;
  /** When it was stalled last, by the clock of `performance.now`. */
  stalledAt: number;
  /** Ends the connection of its client. */
  cut(): void;
}

/** An engine on a copy of the tables as they were at one moment. */
export interface CopyEngine {
  readonly id: string;
  readonly port: number;
  readonly pid: number;
  readonly ask: AskEngine;
  /** When the copy was begun, by the clock of `performance.now`. */
  readonly copiedAt: number;
  /** How long the start took, in milliseconds. */
  readonly tookMs: number;
  /** What was deleted, and who may ask, when the copy was begun. */
  readonly state: string;
  readonly flights: Set<Flight>;
  isGone: boolean;
  readonly gone: Promise<void>;
  /** Another one has taken its place: it ends with its last query. */
  isLeaving: boolean;
  /** Ends it at once, with all that runs in it, and deletes its copy. */
  end(): Promise<void>;
}

export interface CopyEngineOptions extends LoginSettings {
  readonly source: CopySource;
  /** Holds a folder for each engine. */
  readonly folder: string;
  /** The users file that api writes. */
  readonly accountUsers: string;
  readonly state: string;
  /** Unless it is as far behind other processes as usual. */
  readonly nice?: number;
  /** Whether memory is bounded for a machine of 1 GB. */
  readonly isSmall?: boolean;
  readonly onLog: (line: string) => void;
  /** For the operator. */
  readonly say: (text: string) => void;
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
      options.say(`an ended copy for analysts' queries could not be deleted: ${String(error)}`);
    });
  try {
    mkdirSync(accountUsersFolder(dataDir), { recursive: true });
    if (accountUsers !== "") writeFileSync(accountUsersFile(dataDir), accountUsers, { mode: 0o600 });
    await copyTables(source, id, join(dataDir, "data"));
    const claim = await claimPort();
    const { port } = claim;
    // An end during the start makes the start itself fail.
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
      ask: askAs(started.address, service.user, service.password, 5000),
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

/** So much longer than its limit may a query run. */
export const graceSeconds = 10;
/** So much longer than its limit may a query wait for its client to read. */
const stallGraceSeconds = 2;
/** ClickHouse needs so long to notice its limit once its client reads again, or is cut. */
const afterStallMs = 5000;
/** A query of nobody that has run for less has only just ended, or is about to. */
const orphanSeconds = 1;

const process_ = z.object({ id: z.string(), elapsed: z.number(), limit: z.string() });

/**
 * Ends the queries that nobody waits for, cuts off clients that don't read, and marks the flights that have outlived their limits.
 * Returns whether the engine has a query that ClickHouse can't end. Rejects when the engine answers nothing.
 */
export async function lookAfter({ ask, flights }: CopyEngine): Promise<boolean> {
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
