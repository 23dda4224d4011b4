import { EngineError } from "@hoplog/stack/engines/engine.js";
import type { TestProject } from "vitest/node";
import { startTestCluster } from "./cluster.ts";

/**
 * Gives a project's tests a Kafka and a Redis; see platform/testing/cluster.ts. Returns what stops them. Where something
 * is missing on this machine, those tests fail and say so, and the other projects' tests run all the same.
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
