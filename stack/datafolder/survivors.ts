import { join } from "node:path";
import { z } from "zod";
import { commandOf, endProcess } from "../processes/inspect.ts";
import { readJson, writeJson } from "./jsonFile.ts";

const schema = z.record(z.string(), z.object({ pid: z.number(), command: z.string() }));

/** Remembers the running children on disk, so that a later start finds those that outlived a killed supervisor. */
export interface ChildRegister {
  add(name: string, pid: number): void;
  remove(name: string): void;
  /** When all of them have been stopped. */
  clear(): void;
}

/** The process ids of the children of whoever runs on this data folder, by name. */
export function runningChildren(folder: string): Record<string, number> {
  const recorded = readJson(join(folder, "pids.json"), schema) ?? {};
  return Object.fromEntries(Object.entries(recorded).map(([name, { pid }]) => [name, pid]));
}

/** Opens the register of a data folder that this process has locked. */
export function openChildRegister(folder: string): ChildRegister {
  const path = join(folder, "pids.json");
  const children = new Map<string, { pid: number; command: string }>();
  const save = () => writeJson(path, Object.fromEntries(children));
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
 * Ends what a killed supervisor left running on this data folder and returns the names. A process counts as left over only if its whole
 * command line is still the recorded one: its id may have become another's.
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
