import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["hoplog-source", "node", "development|production"];

// By itself, since it needs Docker: make test-compose.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: { conditions },
  environments: { ssr: { resolve: { conditions } } },
  test: {
    name: "compose",
    include: ["*.compose.test.ts"],
    globalSetup: ["setup.ts"],
    // They share one project.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 20_000 } },
    server: { deps: { inline: [/@hoplog\//] } },
  },
});
