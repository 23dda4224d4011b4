// Compares node_modules with package-lock.json, using npm's record of the installed tree.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns whether all installed packages have the locked version, and none is missing except peers and optional ones,
 * which may be for other platforms.
 */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const present = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  for (const [path, { version, resolved, integrity }] of Object.entries(present)) {
    const locked = wanted[path];
    if (!locked || locked.version !== version || locked.integrity !== integrity || locked.resolved !== resolved)
      return false;
  }
  return Object.entries(wanted).every(
    ([path, { optional, devOptional, peer }]) =>
      !path.includes("node_modules/") || path in present || optional || devOptional || peer,
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
