import { standalone } from "../standalone.ts";

// Runs a Kafka of three brokers and a hoplog cluster on one machine for several minutes: make test-brokers.
export default standalone("brokers", import.meta.url, {
  testTimeout: 900_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
});
