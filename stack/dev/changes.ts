import { existsSync, mkdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Debounce time for the changes of one save, in milliseconds. */
const quiet = 120;

/**
 * Calls back with the workspaces whose compiled code changed, once the compiler pauses. Returns a function that stops
 * watching.
 */
export function watchCompiled(
  root: string,
  workspaces: readonly string[],
  onChange: (changed: Set<string>) => void,
): () => void {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = workspaces.map((workspace) => {
    const folder = join(root, workspace, "dist");
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    return watch(folder, { recursive: true }, (_, file) => {
      if (file === null || !file.endsWith(".js")) return;
      changed.add(workspace);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const now = changed;
        changed = new Set();
        onChange(now);
      }, quiet);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Returns the services that run code of the changed workspaces: their own or shared code. */
export function servicesToRestart(
  changed: ReadonlySet<string>,
  services: readonly string[],
  shared: readonly string[],
): string[] {
  return shared.some((workspace) => changed.has(workspace))
    ? [...services]
    : services.filter((name) => changed.has(name));
}
