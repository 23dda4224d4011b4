import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

/** Entries of a data folder that a copy can reuse. All others belong to one run on one machine. */
const kept = ["postgres", "clickhouse", "secrets.json"];
/** Compiled code, which is always the same and consists of thousands of files. */
const shared = "cache";

/** Stores a stopped stack's data for {@link copyData}. */
export function saveData(from: string, to: string): void {
  copy(from, to, [...kept, shared]);
}

/**
 * Copies the stored data with owners and permissions, and links to the compiled code; an existing folder is not
 * changed.
 */
export function copyData(from: string, to: string): void {
  if (existsSync(to)) return;
  copy(from, to, kept);
  symlinkSync(join(from, shared), join(to, shared));
}

function copy(from: string, to: string, names: readonly string[]): void {
  mkdirSync(dirname(to), { recursive: true });
  mkdirSync(to);
  const paths = names.map((name) => join(from, name)).filter((path) => existsSync(path));
  execFileSync("cp", ["-a", ...paths, to]);
}

/**
 * Returns the folder with the data of a new, empty stack, which tests/running/makeTemplate.ts prepares for a whole run,
 * because starting on a copy takes a third of the time of a first start; undefined if there is none.
 */
export function templateData(): string | undefined {
  const folder = process.env["STACK_TEMPLATE"];
  return folder && existsSync(folder) ? folder : undefined;
}
