import { standalone } from "../standalone.ts";

// Runs whole clusters; most of the time is spent waiting for Kafka: make test-cluster.
export default standalone("cluster", import.meta.url, {
  maxWorkers: 1,
  testTimeout: 360_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
});
