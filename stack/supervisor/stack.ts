import { openChildRegister } from "../datafolder/survivors.ts";
import type { ChildRegister } from "../datafolder/survivors.ts";
import { startService } from "../services/service.ts";
import type { ServiceDefinition } from "../services/service.ts";
import { logPath } from "../services/logFile.ts";
import type { AnalystsPart } from "./analysts.ts";
import { because, watchReadiness } from "./awaitReady.ts";
import type { EngineExit } from "../engines/engine.ts";
import type { EnginePart } from "./engines.ts";
import { superviseProcess } from "./superviseProcess.ts";
import type { SupervisedProcess, SuperviseOptions } from "./superviseProcess.ts";
import { seconds } from "./progress.ts";
import type { Progress } from "./progress.ts";

/** Parts and settings of a stack. */
export interface StackOptions {
  dataFolder: string;
  engines: readonly EnginePart[];
  services: readonly ServiceDefinition[];
  /** The gateway for analysts; absent if ClickHouse is run externally. */
  analysts?: AnalystsPart | undefined;
  progress: Progress;
  /** Aborted when the user stops the stack while it starts. */
  signal: AbortSignal;
  /** Time limit for a service to become ready, in milliseconds; long enough for a migration. */
  readyTimeoutMs?: number;
}

/** A stack that is starting or runs. */
export interface Stack {
  /** Resolves when every part is ready; rejects if a part can't become ready. */
  ready: Promise<void>;
  /** Stops services first, then engines; works during the start too. */
  stop(): Promise<void>;
  /** Stops waiting for parts to end gracefully. */
  hurry(): void;
  restart(service: string): Promise<void>;
}

/** Starts the engines in parallel, then the services in parallel, and keeps all of them running. */
export function startStack(options: StackOptions): Stack {
  const { dataFolder, progress, signal } = options;
  const register = openChildRegister(dataFolder, (problem) => progress.part("pids.json", problem));
  const engines: Promise<SupervisedProcess>[] = [];
  const services = new Map<string, Promise<SupervisedProcess>>();
  let analysts: Promise<{ stop(): Promise<void> }> | undefined;
  let hurried = false;

  const launch = async () => {
    for (const engine of options.engines) {
      if (engine.start) engines.push(superviseEngine(engine, engine.start, register, progress));
      else progress.part(engine.name, "external, as configured");
    }
    await Promise.all(engines);
    signal.throwIfAborted();
    analysts = options.analysts?.start(register, progress);
    await analysts;
    await Promise.all(
      options.services.map(async (definition) => {
        const startedAt = Date.now();
        const log = logPath(dataFolder, definition.name);
        const readiness = watchReadiness(definition.name, definition.healthUrl, log, options.readyTimeoutMs ?? 120_000);
        let isReady = false;
        const supervised = superviseService(definition, dataFolder, register, progress, (exit) => {
          if (!isReady) readiness.died(exit);
        });
        services.set(definition.name, supervised);
        await supervised;
        await readiness.ready(signal);
        isReady = true;
        progress.part(definition.name, `ready after ${seconds(Date.now() - startedAt)}`);
      }),
    );
  };

  const stopAll = async (keepers: Iterable<Promise<SupervisedProcess>>) => {
    await Promise.all(
      [...keepers].map(async (supervised) => {
        const kept = await supervised.catch(() => undefined);
        await kept?.stop({ hurry: hurried });
      }),
    );
  };

  return {
    ready: launch(),
    async stop() {
      await stopAll(services.values());
      await (await analysts?.catch(() => undefined))?.stop();
      await stopAll(engines);
      register.clear();
    },
    hurry() {
      hurried = true;
      void stopAll(services.values());
      void stopAll(engines);
    },
    async restart(name) {
      await (await services.get(name))?.restart();
    },
  };
}

async function superviseEngine(
  { name }: EnginePart,
  start: SuperviseOptions["start"],
  register: ChildRegister,
  progress: Progress,
): Promise<SupervisedProcess> {
  const startedAt = Date.now();
  let lives = 0;
  return superviseProcess({
    start,
    onStart(pid) {
      register.add(name, pid);
      lives += 1;
      progress.part(name, lives === 1 ? `ready after ${seconds(Date.now() - startedAt)}` : "is back");
    },
    onDeath(reason, delay) {
      register.remove(name);
      progress.part(name, `${describe(reason)}; ${again(delay)}`);
    },
  });
}

function superviseService(
  definition: ServiceDefinition,
  dataFolder: string,
  register: ChildRegister,
  progress: Progress,
  onDeath: (exit: EngineExit) => void,
): Promise<SupervisedProcess> {
  const { name } = definition;
  return superviseProcess({
    start: (onExit) =>
      startService(
        definition,
        dataFolder,
        (exit) => {
          onExit(exit);
          if (!exit.expected) onDeath(exit);
        },
        (problem) => progress.part(name, problem),
      ),
    onStart: (pid) => register.add(name, pid),
    onDeath(reason, delay) {
      register.remove(name);
      progress.part(name, `${describe(reason)}; ${again(delay)}`);
    },
  });
}

function describe(reason: EngineExit | Error): string {
  if (reason instanceof Error) return `could not be restarted: ${reason.message}`;
  return `ended (${reason.signal ?? `code ${reason.code}`})${because(reason)}`;
}

function again(delay: number): string {
  return delay === 0 ? "starting it again" : `starting it again in ${seconds(delay)}`;
}
