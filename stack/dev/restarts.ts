import { seconds } from "../supervisor/progress.ts";
import type { Progress } from "../supervisor/progress.ts";
import type { Stack } from "../supervisor/stack.ts";
import { servicesToRestart, watchCompiled } from "./changes.ts";
import { compileOnSave } from "./compiler.ts";

const services = ["api", "redirector", "ingest"];
/** Workspaces whose code runs in every service. */
const shared = ["schema", "platform"];

/**
 * Compiles on save and restarts only the services whose code changed. Returns a function that stops compiling and
 * restarting.
 */
export function restartOnSave(root: string, stack: Stack, progress: Progress): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const restart = async (changed: Set<string>) => {
    const startedAt = Date.now();
    const names = servicesToRestart(changed, services, shared);
    await Promise.all(names.map((name) => stack.restart(name)));
    for (const name of names) progress.part(name, `restarted with new code in ${seconds(Date.now() - startedAt)}`);
  };
  const unwatch = watchCompiled(root, [...services, ...shared], (changed) => {
    // Restarts are sequential, so that a save during a restart triggers another restart after it.
    last = last.then(() => restart(changed)).catch((error: unknown) => progress.print(String(error)));
  });
  const stopCompiler = compileOnSave(root, (line) => progress.print(line));
  return async () => {
    unwatch();
    await stopCompiler();
    await last;
  };
}
