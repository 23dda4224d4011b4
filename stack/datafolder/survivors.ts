import { join } from "node:path";
import { z } from "zod";
import { commandOf, endProcess } from "../processes/inspect.ts";
import { readJson, writeJson } from "./jsonFile.ts";

const schema = z.record(z.string(), z.object({ pid: z.number(), command: z.string() }));

/** Records the running children on disk, so that a later start finds those that outlived a killed supervisor. */
export interface ChildRegister {
  add(name: string, pid: number): void;
  remove(name: string): void;
  /** Clears the register; must be called after all children have stopped. */
  clear(): void;
}

/** Returns the process ids, by name, of the children that run on this data folder. */
export function runningChildren(folder: string): Record<string, number> {
  const recorded = readJson(join(folder, "pids.json"), schema) ?? {};
  return Object.fromEntries(Object.entries(recorded).map(([name, { pid }]) => [name, pid]));
}

const retryMs = 1000;

/**
 * Opens the register of a data folder that this process has locked. A failed write, for example on a full disk, is
 * reported to `onProblem` once and retried until it succeeds.
 */
export function openChildRegister(folder: string, onProblem: (problem: string) => void): ChildRegister {
  const path = join(folder, "pids.json");
  const children = new Map<string, { pid: number; command: string }>();
  let retry: NodeJS.Timeout | undefined;
  const save = (): void => {
    const isRetry = retry !== undefined;
    clearTimeout(retry);
    retry = undefined;
    try {
      writeJson(path, Object.fromEntries(children));
    } catch (error) {
      if (!isRetry) onProblem(`cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      retry = setTimeout(save, retryMs).unref();
    }
  };
  save();
  return {
    add(name, pid) {
      children.set(name, { pid, command: commandOf(pid) });
      save();
    },
    remove(name) {
      children.delete(name);
      save();
    },
    clear() {
      children.clear();
      save();
    },
  };
}

/**
 * Ends the processes that a killed supervisor left running on this data folder, and returns their names. A process
 * counts only if its full command line still matches the recorded one, because ids are reused.
 */
export async function endSurvivors(folder: string): Promise<string[]> {
  const recorded = Object.entries(readJson(join(folder, "pids.json"), schema) ?? {});
  const survivors = recorded.filter(([, { pid, command }]) => command !== "" && commandOf(pid) === command);
  await Promise.all(
    survivors.map(([name, { pid }]) => {
      const gentle = name === "postgres" ? "SIGINT" : "SIGTERM";
      return endProcess(pid, [
        [gentle, 6_000],
        ["SIGKILL", 5_000],
      ]);
    }),
  );
  return survivors.map(([name]) => name);
}
