import { fileURLToPath } from "node:url";
import { type ViteUserConfig, defineConfig } from "vitest/config";

const conditions = ["hoplog-source", "node", "development|production"];

/**
 * Returns the configuration of the tests in `folder`, which run separately because they need more than `make test`
 * provides.
 */
export function standalone(name: string, folder: string, test: ViteUserConfig["test"]): ViteUserConfig {
  return defineConfig({
    root: fileURLToPath(new URL(".", folder)),
    resolve: { conditions },
    environments: { ssr: { resolve: { conditions } } },
    test: { name, include: [`*.${name}.test.ts`], server: { deps: { inline: [/@hoplog\//] } }, ...test },
  });
}
