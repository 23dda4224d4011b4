import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["hoplog-source", "node", "development|production"];

// By itself, since it needs a program from Python's packages: make test-openapi.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions },
  environments: { ssr: { resolve: { conditions } } },
  test: {
    name: "openapi",
    include: ["*.openapi.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 180_000,
    server: { deps: { inline: [/@hoplog\//] } },
  },
});
