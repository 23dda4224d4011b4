import { EngineError } from "@hoplog/stack/engines/engine.js";
import type { TestProject } from "vitest/node";
import { startTestCluster } from "./cluster.ts";

/**
 * Provides a project's tests with a Kafka and a Redis; see platform/testing/cluster.ts. Returns a function that stops
 * them. If something is missing on this machine, those tests fail with the reason, and the other projects' tests still
 * run.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  try {
    const { cluster, stop } = await startTestCluster();
    project.provide("cluster", cluster);
    return stop;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    project.provide("cluster", { problem: error.message });
    return async () => {};
  }
}
