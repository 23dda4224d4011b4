import { standalone } from "../standalone.ts";

// Needs a Python program (see requirements.txt): make test-openapi.
export default standalone("openapi", import.meta.url, { testTimeout: 600_000, hookTimeout: 180_000 });
