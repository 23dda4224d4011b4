import type { TestProject } from "vitest/node";
import { startTestEngines } from "./engines.ts";

// Each project loads this file by itself, but all in one process: the engines are started by the first that needs them.
declare global {
  var hoplogTestEngines: { engines: ReturnType<typeof startTestEngines>; users: number } | undefined;
}

/** Gives a project's tests the engines; see platform/testing. Returns what stops them after the last project. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.hoplogTestEngines ??= { engines: startTestEngines(), users: 0 });
  shared.users += 1;
  const engines = await shared.engines;
  project.provide("engines", engines.urls);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.hoplogTestEngines = undefined;
    await engines.stop();
  };
}
