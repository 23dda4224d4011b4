import { standalone } from "../standalone.ts";

// Three brokers and a cluster, on one machine, for some minutes: make test-brokers.
export default standalone("brokers", import.meta.url, {
  testTimeout: 900_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
});
