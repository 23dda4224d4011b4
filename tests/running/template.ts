import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Of a data folder: what is the same at every first start. What the others hold belongs to one run on one machine. */
const kept = ["postgres", "clickhouse", "cache", "secrets.json"];

/** Copies a stopped stack's data with their owners and rights; a folder that is there already is left as it is. */
export function copyData(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  mkdirSync(to);
  const paths = kept.map((name) => join(from, name)).filter((path) => existsSync(path));
  execFileSync("cp", ["-a", ...paths, to]);
}

/**
 * Data of a stack that was started once and has nothing in it yet, as tests/running/makeTemplate.ts makes them for a whole
 * run: a start on a copy of them takes a third of the time that one on nothing takes.
 */
export function templateData(): string | undefined {
  const folder = process.env["STACK_TEMPLATE"];
  return folder && existsSync(folder) ? folder : undefined;
}
