import { standalone } from "../standalone.ts";

// Needs a program from Python's packages: make test-openapi.
export default standalone("openapi", import.meta.url, { testTimeout: 600_000, hookTimeout: 180_000 });
