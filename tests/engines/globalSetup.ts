import type { TestProject } from "vitest/node";
import { type RunningEngines, startTestEngines } from "./engines.ts";

// Each project loads this file separately, but in one process: the first one starts the engines.
declare global {
  var hoplogTestEngines: { all: Promise<RunningEngines[]>; users: number } | undefined;
}

/**
 * Provides a project's tests with a Postgres and a ClickHouse for each worker; see platform/testing. Returns a function
 * that stops them after the last project.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.config.maxWorkers;
  const shared = (globalThis.hoplogTestEngines ??= { all: startAll(workers), users: 0 });
  shared.users += 1;
  const all = await shared.all;
  project.provide(
    "engines",
    all.map(({ urls }) => urls),
  );
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.hoplogTestEngines = undefined;
    await stopAll(all);
  };
}

async function startAll(count: number): Promise<RunningEngines[]> {
  const started = await Promise.allSettled(Array.from({ length: count }, startTestEngines));
  const all = started.flatMap((engines) => (engines.status === "fulfilled" ? [engines.value] : []));
  const failed = started.find((engines) => engines.status === "rejected");
  if (!failed) return all;
  await stopAll(all);
  throw failed.reason;
}

async function stopAll(all: readonly RunningEngines[]): Promise<void> {
  await Promise.all(all.map((engines) => engines.stop()));
}
