import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { deletionState } from "./copy.ts";
import { type CopyEngine, type CopyEngineOptions, lookAfter, startCopyEngine } from "./engine.ts";
import { isLetIn, type Login, type Logins, loginsOf } from "./logins.ts";
import type { AnalystsMetrics } from "./metrics.ts";

/** A copy may be so old. */
const oldestMs = 60_000;
/** Before it is that old a new one is made beside it: after so many times of what that takes, between 3 and 10 s. */
const freshFor = 20;
const [freshMinMs, freshMaxMs] = [3000, 10_000];
/** Between the starts of two engines, whatever makes them necessary. */
const betweenStartsMs = 2000;
/** The same while a replaced engine still has queries: each start brings the moment nearer when it is ended with them. */
const betweenStartsAtWorkMs = 15_000;
const startPollMs = 50;
const exitToldMs = 2000;
/** Engines at the same time: the oldest is ended for another one. Its queries are asked again in the new one. */
const enginesMax = 3;
const idleMs = 120_000;
const lookMs = 500;
/** An engine that answers nothing for so long is ended. */
const silentMs = 15_000;

export interface EnginesOptions extends Omit<CopyEngineOptions, "accountUsers" | "state" | "onEnd"> {
  readonly usersFile: string;
  readonly onEnd: (id: string) => void;
  readonly metrics: AnalystsMetrics;
}

/** The engines that analysts' queries run in: one in use, and those before it until their last query has ended. */
export interface Engines {
  /** One whose copy has all that was deleted before the call, and is not older than a minute. Starts one if it must. */
  forQuery(): Promise<CopyEngine>;
  /** Those that run. */
  running(): readonly CopyEngine[];
  /** Seconds since the copy that new queries get was begun; undefined while no engine runs. */
  copyAge(): number | undefined;
  isLetIn(login: Login): boolean;
  /** To be called when a query has left the engine. */
  left(): void;
  stop(): Promise<void>;
}

export function openEngines(options: EnginesOptions): Engines {
  const engines: CopyEngine[] = [];
  let starting: Promise<CopyEngine> | undefined;
  /** When the copy of the start under way was begun; endless until then. */
  let copyBegunAt = Infinity;
  let lastStartAt = -Infinity;
  let usedAt = performance.now();
  let deletions = "";
  let users = { text: "", logins: new Map() as Logins };
  let stopped = false;

  const readUsers = () => {
    const text = readIfThere(options.usersFile);
    if (text !== users.text || users.logins.size === 0) users = { text, logins: loginsOf(options, text) };
    return users;
  };
  const stateNow = async () => {
    // As long as the source is away nothing is deleted in it either.
    deletions = await deletionState(options.source).catch(() => deletions);
    return `${deletions} ${readUsers().text}`;
  };
  const endEngine = async (engine: CopyEngine) => {
    engine.isLeaving = true;
    await engine.end();
    // Its exit is told a moment after its process is gone.
    await Promise.race([engine.gone, delay(exitToldMs, undefined, { ref: false })]);
  };
  const endBeside = (engine: CopyEngine) => {
    endEngine(engine).catch((error: unknown) => {
      options.say(`an engine of analysts' queries could not be ended: ${String(error)}`);
    });
  };
  const endIdle = () => {
    for (const engine of engines) if (engine.isLeaving && engine.flights.size === 0) endBeside(engine);
  };
  const inUse = () => engines.findLast(({ isGone, isLeaving }) => !isGone && !isLeaving);
  const mustWait = () => {
    const isAtWork = engines.some(({ isLeaving, flights }) => isLeaving && flights.size > 0);
    const canWait = inUse() !== undefined || engines.length >= enginesMax;
    const betweenMs = isAtWork && canWait ? betweenStartsAtWorkMs : betweenStartsMs;
    return !stopped && performance.now() < lastStartAt + betweenMs;
  };

  const start = (): Promise<CopyEngine> => {
    if (starting) return starting;
    const work = async () => {
      while (mustWait()) await delay(startPollMs);
      if (stopped) throw new Error("hoplog stops");
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
          options.say("the engine of analysts' queries ended by itself; the next query starts another one");
        },
      });
      if (stopped) {
        await endEngine(engine);
        throw new Error("hoplog stops");
      }
      for (const before of engines) before.isLeaving = true;
      engines.push(engine);
      endIdle();
      for (const oldest of engines.slice(0, -enginesMax)) endBeside(oldest);
      return engine;
    };
    copyBegunAt = Infinity;
    starting = work().finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const failedLooks = new WeakMap<CopyEngine, number>();
  const lookAtOne = async (engine: CopyEngine) => {
    for (const flight of engine.flights) if (!isLetIn(readUsers().logins, flight.login)) flight.abandoned = true;
    try {
      const hasOutlived = await lookAfter(engine);
      failedLooks.delete(engine);
      if (!hasOutlived) return;
      const whose = [...engine.flights].filter(({ outlived }) => outlived).map(({ login }) => login.user);
      options.metrics.engineEnded("outlived");
      options.say(
        `a query${whose.length > 0 ? ` of ${whose.join(", ")}` : ""} has outlived its limit by ten seconds and can't be stopped; its engine is started again`,
      );
    } catch (error) {
      if (engine.isGone) return;
      const since = failedLooks.get(engine) ?? performance.now();
      failedLooks.set(engine, since);
      if (performance.now() - since < silentMs) return;
      options.metrics.engineEnded("silent");
      options.say(`the engine of analysts' queries answers nothing; it is started again (${String(error)})`);
    }
    await endEngine(engine);
  };
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      await Promise.all(engines.map(lookAtOne));
      const isIdle = !starting && engines.every(({ flights }) => flights.size === 0);
      if (isIdle && performance.now() - usedAt > idleMs) await Promise.all(engines.map(endEngine));
    } catch (error) {
      options.say(`analysts' queries could not be looked after: ${String(error)}`);
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();

  return {
    async forQuery() {
      const askedAt = performance.now();
      usedAt = askedAt;
      const state = await stateNow();
      // A copy with the same state has all that was deleted before it.
      const usable = () => {
        const current = inUse();
        return current?.state === state && askedAt - current.copiedAt < oldestMs ? current : undefined;
      };
      const current = usable();
      if (current) {
        const ageMs = askedAt - current.copiedAt;
        const isFresh = ageMs < Math.min(freshMaxMs, Math.max(freshMinMs, freshFor * current.tookMs));
        // Beside the query, which doesn't wait; one that fails is tried again by the next.
        if (!isFresh && engines.length < enginesMax) start().catch((error: unknown) => options.say(String(error)));
        return current;
      }
      if (!starting || copyBegunAt >= askedAt) return start();
      // Its copy was begun before: it may lack what was deleted meanwhile.
      await starting.catch(() => undefined);
      return usable() ?? start();
    },
    running: () => engines.filter(({ isGone }) => !isGone),
    copyAge() {
      const current = inUse();
      return current && (performance.now() - current.copiedAt) / 1000;
    },
    isLetIn: (login) => isLetIn(readUsers().logins, login),
    left: endIdle,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await starting?.catch(() => undefined);
      await Promise.all(engines.map(endEngine));
    },
  };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
