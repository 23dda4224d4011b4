import { standalone } from "../standalone.ts";

// Needs Java, Maven, Go and Python: make test-clients.
export default standalone("clients", import.meta.url, { testTimeout: 900_000, hookTimeout: 180_000 });
