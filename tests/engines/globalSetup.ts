import type { TestProject } from "vitest/node";
import { startTestEngines } from "./engines.ts";

type Shared = { engines: ReturnType<typeof startTestEngines>; users: number };

// Each project loads this file by itself, but all in one process: the engines are started by the first that needs them.
const key = Symbol.for("hoplog.testEngines");
const store = globalThis as { [key]?: Shared };

/** Gives a project's tests the engines; see platform/testing. Returns what stops them after the last project. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const shared = (store[key] ??= { engines: startTestEngines(), users: 0 });
  shared.users += 1;
  const engines = await shared.engines;
  project.provide("engines", engines.urls);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete store[key];
    await engines.stop();
  };
}
