import { standalone } from "../standalone.ts";

// Redirectors behind a long line that is cut under load: make test-far. FAR=long takes more than 20 minutes.
export default standalone("far", import.meta.url, {
  testTimeout: 1_800_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
});
