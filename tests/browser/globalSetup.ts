import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@hoplog/platform/process/freePort.js";
import type { TestProject } from "vitest/node";
import { newTestStack, type TestStack } from "../running/runningStack.ts";

/** Settings for all journeys. */
const env = {
  RATE_LIMITS: "off",
  EXPORT_NETWORKS: "127.0.0.1/32",
  IMPORT_NETWORKS: "127.0.0.1/32",
  WEBHOOK_NETWORKS: "127.0.0.1/32",
  // Client addresses are read from X-Forwarded-For.
  TRUSTED_PROXIES: "127.0.0.0/8,::1",
  BIND_ADDRESS: "127.0.0.1",
};

/**
 * Provides a project's tests with one shared stack, started at the first request, since all projects are set up before
 * any test runs. Returns a function that removes it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<TestStack> | undefined;
  const server = createServer((_request, response) => {
    started ??= start();
    started.then(
      (testStack) => response.end(JSON.stringify(testStack)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  project.provide("sharedStack", `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await started?.then(
      (testStack) => testStack.clear(),
      () => undefined,
    );
  };
}

async function start(): Promise<TestStack> {
  const testStack = await newTestStack();
  try {
    await testStack.start({ env }).ready();
    return testStack;
  } catch (error) {
    await testStack.clear();
    throw error;
  }
}
