import { standalone } from "../standalone.ts";

// Needs Docker: make test-compose.
export default standalone("compose", import.meta.url, {
  globalSetup: ["setup.ts"],
  // All files share one project.
  fileParallelism: false,
  testTimeout: 300_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 60_000 } },
});
