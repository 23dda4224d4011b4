import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Returns the folder and all files below it on which others than the owner have any permission, as `mode path`. */
export function openFiles(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink()) return [];
  const found = (stats.mode & 0o077) === 0 ? [] : [`${(stats.mode & 0o777).toString(8)} ${path}`];
  return stats.isDirectory() ? [...found, ...readdirSync(path).flatMap((name) => openFiles(join(path, name)))] : found;
}
