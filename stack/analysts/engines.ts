import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { deletionState } from "./copy.ts";
import { type CopyEngine, type CopyEngineOptions, checkFlights, startCopyEngine } from "./engine.ts";
import { isLoginValid, type Login, type Logins, loginsOf } from "./logins.ts";
import type { AnalystsMetrics } from "./metrics.ts";

/** Maximum age of a copy in milliseconds. */
const oldestMs = 60_000;
/**
 * A new copy is started in the background when the age of the current one exceeds its start-up time multiplied by this
 * factor; the age limit is between 3 and 10 s.
 */
const maxAgeFactor = 20;
const [freshMinMs, freshMaxMs] = [3000, 10_000];
/** Minimum milliseconds between two engine starts, for any reason. */
const betweenStartsMs = 2000;
/**
 * Minimum milliseconds between two starts while a replaced engine still runs queries, because every start reduces the
 * time until its forced end.
 */
const betweenStartsAtWorkMs = 15_000;
const startPollMs = 50;
const exitEventMs = 2000;
/**
 * Maximum concurrent engines. If a new engine exceeds it, the oldest is ended and its queries are retried in the new
 * one.
 */
const enginesMax = 3;
const idleMs = 120_000;
const checkMs = 500;
/** An engine that doesn't respond for this many milliseconds is ended. */
const silentMs = 15_000;

export interface EnginesOptions extends Omit<CopyEngineOptions, "accountUsers" | "state" | "onEnd"> {
  readonly usersFile: string;
  readonly onEnd: (id: string) => void;
  readonly metrics: AnalystsMetrics;
}

/** The engines that run analysts' queries: the current one, and replaced ones until their last query ends. */
export interface Engines {
  /**
   * Returns an engine whose copy includes all deletions before the call and is at most a minute old; starts one if
   * needed.
   */
  forQuery(): Promise<CopyEngine>;
  /** Returns the running engines. */
  running(): readonly CopyEngine[];
  /** Returns the age in seconds of the copy that new queries use; undefined if no engine runs. */
  copyAge(): number | undefined;
  isLoginValid(login: Login): boolean;
  /** Must be called when a query has left the engine. */
  left(): void;
  stop(): Promise<void>;
}

export function openEngines(options: EnginesOptions): Engines {
  const engines: CopyEngine[] = [];
  let starting: Promise<CopyEngine> | undefined;
  /** Start of the copy made by the current engine start; Infinity before that. */
  let copyBegunAt = Infinity;
  let lastStartAt = -Infinity;
  let usedAt = performance.now();
  let deletions = "";
  let users = { text: "", logins: new Map() as Logins };
  let stopped = false;

  const readUsers = () => {
    const text = readIfExists(options.usersFile);
    if (text !== users.text || users.logins.size === 0) users = { text, logins: loginsOf(options, text) };
    return users;
  };
  const stateNow = async () => {
    // If the source is down, nothing is deleted in it either, so the last state is used.
    deletions = await deletionState(options.source).catch(() => deletions);
    return `${deletions} ${readUsers().text}`;
  };
  const endEngine = async (engine: CopyEngine) => {
    engine.isLeaving = true;
    await engine.end();
    // The exit event arrives shortly after the process has ended.
    await Promise.race([engine.gone, delay(exitEventMs, undefined, { ref: false })]);
  };
  const endInBackground = (engine: CopyEngine) => {
    endEngine(engine).catch((error: unknown) => {
      options.print(`cannot stop a query engine: ${String(error)}`);
    });
  };
  const endIdle = () => {
    for (const engine of engines) if (engine.isLeaving && engine.flights.size === 0) endInBackground(engine);
  };
  const inUse = () => engines.findLast(({ isGone, isLeaving }) => !isGone && !isLeaving);
  const isStartTooSoon = () => {
    const isAtWork = engines.some(({ isLeaving, flights }) => isLeaving && flights.size > 0);
    const canWait = inUse() !== undefined || engines.length >= enginesMax;
    const betweenMs = isAtWork && canWait ? betweenStartsAtWorkMs : betweenStartsMs;
    return !stopped && performance.now() < lastStartAt + betweenMs;
  };

  const start = (): Promise<CopyEngine> => {
    if (starting) return starting;
    const work = async () => {
      while (isStartTooSoon()) await delay(startPollMs);
      if (stopped) throw new Error("hoplog is stopping");
      copyBegunAt = lastStartAt = performance.now();
      const state = await stateNow();
      const engine = await startCopyEngine({
        ...options,
        accountUsers: users.text,
        state,
        onEnd(id, expected) {
          options.onEnd(id);
          const at = engines.findIndex((one) => one.id === id);
          if (at >= 0) engines.splice(at, 1);
          if (expected) return;
          options.metrics.engineEnded("crashed");
          options.print("the query engine ended unexpectedly; the next query starts a new one");
        },
      });
      if (stopped) {
        await endEngine(engine);
        throw new Error("hoplog is stopping");
      }
      for (const before of engines) before.isLeaving = true;
      engines.push(engine);
      endIdle();
      for (const oldest of engines.slice(0, -enginesMax)) endInBackground(oldest);
      return engine;
    };
    copyBegunAt = Infinity;
    starting = work().finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const failingSince = new WeakMap<CopyEngine, number>();
  const checkEngine = async (engine: CopyEngine) => {
    for (const flight of engine.flights) if (!isLoginValid(readUsers().logins, flight.login)) flight.abandoned = true;
    try {
      const hasOutlived = await checkFlights(engine);
      failingSince.delete(engine);
      if (!hasOutlived) return;
      const whose = [...engine.flights].filter(({ outlived }) => outlived).map(({ login }) => login.user);
      options.metrics.engineEnded("outlived");
      options.print(
        `a query${whose.length > 0 ? ` of ${whose.join(", ")}` : ""} exceeded its time limit by ten seconds and cannot be stopped; its engine is restarted`,
      );
    } catch (error) {
      if (engine.isGone) return;
      const since = failingSince.get(engine) ?? performance.now();
      failingSince.set(engine, since);
      if (performance.now() - since < silentMs) return;
      options.metrics.engineEnded("silent");
      options.print(`the query engine does not respond; it is restarted (${String(error)})`);
    }
    await endEngine(engine);
  };
  let checking = false;
  const checkEngines = async () => {
    if (checking) return;
    checking = true;
    try {
      await Promise.all(engines.map(checkEngine));
      const isIdle = !starting && engines.every(({ flights }) => flights.size === 0);
      if (isIdle && performance.now() - usedAt > idleMs) await Promise.all(engines.map(endEngine));
    } catch (error) {
      options.print(`cannot check the query engines: ${String(error)}`);
    } finally {
      checking = false;
    }
  };
  const timer = setInterval(() => void checkEngines(), checkMs);
  timer.unref();

  return {
    async forQuery() {
      const askedAt = performance.now();
      usedAt = askedAt;
      const state = await stateNow();
      // A copy with the same state includes all earlier deletions.
      const usable = () => {
        const current = inUse();
        return current?.state === state && askedAt - current.copiedAt < oldestMs ? current : undefined;
      };
      const current = usable();
      if (current) {
        const ageMs = askedAt - current.copiedAt;
        const isFresh = ageMs < Math.min(freshMaxMs, Math.max(freshMinMs, maxAgeFactor * current.tookMs));
        // The start runs in the background; if it fails, the next query starts an engine again.
        if (!isFresh && engines.length < enginesMax) start().catch((error: unknown) => options.print(String(error)));
        return current;
      }
      if (!starting || copyBegunAt >= askedAt) return start();
      // The copy of the running start began before this call and may lack later deletions.
      await starting.catch(() => undefined);
      return usable() ?? start();
    },
    running: () => engines.filter(({ isGone }) => !isGone),
    copyAge() {
      const current = inUse();
      return current && (performance.now() - current.copiedAt) / 1000;
    },
    isLoginValid: (login) => isLoginValid(readUsers().logins, login),
    left: endIdle,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await starting?.catch(() => undefined);
      await Promise.all(engines.map(endEngine));
    },
  };
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
