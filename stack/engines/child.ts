import { spawn } from "node:child_process";
import { once } from "node:events";
import { eachLine, lastLines } from "../processes/lines.ts";
import { guardProcess } from "../processes/guard.ts";
import { endProcess, signal } from "../processes/inspect.ts";
import { EngineError } from "./engine.ts";
import type { Engine, EngineEvents } from "./engine.ts";

/** An engine's process: the program, and how to detect that it is ready. */
export interface EngineChild extends EngineEvents {
  /** Name of the engine in error messages. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Resolves when the engine responds; must stop trying when `gone` is aborted. */
  readonly answers: (gone: AbortSignal) => Promise<void>;
  /** Milliseconds in which the engine may end gracefully before it is killed. */
  readonly stopTimeoutMs: number;
}

/**
 * Starts the engine and resolves when it responds; rejects if it can't be started or ends first. The engine ends with
 * this process, even if this process is killed.
 */
export async function startChild(engine: EngineChild): Promise<Pick<Engine, "pid" | "stop">> {
  const { name, file, args, stopTimeoutMs } = engine;
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    cwd: "/",
    env: { ...process.env, LC_ALL: "C" },
  });
  const log = lastLines(12);
  for (const stream of [child.stdout, child.stderr]) {
    eachLine(stream, (line) => {
      log.add(line);
      engine.onLog?.(line);
    });
  }
  await once(child, "spawn");
  const { pid } = child;
  if (pid === undefined) throw new EngineError(`Cannot start ${file}`);
  const stopGuard = guardProcess(pid, "TERM");
  let stopping: Promise<void> | undefined;
  const gone = new AbortController();
  const failure = new Promise<never>((_, reject) => {
    // 'close' follows the last line of output, which contains the reason for the exit.
    child.once("close", (code, signalName) => {
      stopGuard();
      gone.abort();
      engine.onExit?.({ code, signal: signalName, expected: stopping !== undefined });
      reject(new EngineError(`${name} ended (${signalName ?? `code ${code}`}):\n${log.text()}`));
    });
  });
  failure.catch(() => undefined);

  const kill = ["SIGKILL", 10_000] as const;
  const stop: Engine["stop"] = ({ hurry = false } = {}) => {
    if (stopping && hurry) signal(pid, "SIGKILL");
    stopping ??= endProcess(pid, hurry ? [kill] : [["SIGTERM", stopTimeoutMs], kill]);
    return stopping;
  };
  try {
    await Promise.race([engine.answers(gone.signal), failure]);
  } catch (error) {
    gone.abort();
    await stop({ hurry: true });
    throw error;
  }
  return { pid, stop };
}
