import { availableParallelism, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { icons } from "./web/build/icons.ts";

// Tests run on the sources of all workspaces, without a build: `hoplog-source` selects sources in "exports".
const conditions = ["hoplog-source", "node", "development|production"];
const engines = fileURLToPath(new URL("tests/engines/globalSetup.ts", import.meta.url));
const sharedStack = fileURLToPath(new URL("tests/browser/globalSetup.ts", import.meta.url));
const cluster = fileURLToPath(new URL("tests/engines/clusterSetup.ts", import.meta.url));

const excluded = [
  "**/node_modules/**",
  "**/dist/**",
  "**/*.cluster.test.ts",
  "**/*.ca.test.ts",
  "**/*.brokers.test.ts",
  "**/*.far.test.ts",
  "**/*.compose.test.ts",
  "**/*.openapi.test.ts",
  "**/*.clients.test.ts",
];
/** Workers: one per core, at most one per 3 GB of memory (a whole stack and a browser), 2 to 8. */
const workers = Math.max(2, Math.min(availableParallelism(), Math.floor(totalmem() / 3e9), 8));
/** One more for files with whole stacks, which wait a tenth of their time; none with less than 5 GB per worker. */
const stackWorkers = Math.max(workers, Math.min(workers + 1, Math.floor(totalmem() / 5e9)));
/** Two more for files with engines, which wait half of their time; one with less than 5 GB per worker. */
const engineWorkers = Math.max(workers + 1, Math.min(workers + 2, Math.floor(totalmem() / 5e9)));

/** Files in tests/ that use the app in a browser. */
const journeys = ["journeys/**/*.test.ts", "{analysts/card,security/pages}.test.ts"];
/** Files in tests/ that run while no other tests run. */
const alone = ["attacks/hostileQueries.test.ts"];

type Options = TestProjectInlineConfiguration & { engines?: boolean };

/** Returns the project of a workspace's tests; `engines` if they need a real Postgres and ClickHouse. */
function workspace(
  name: string,
  { engines: needed = false, test, ...rest }: Options = {},
): TestProjectInlineConfiguration {
  return {
    ...rest,
    root: fileURLToPath(new URL(name, import.meta.url)),
    resolve: { conditions, ...rest.resolve },
    environments: { ssr: { resolve: { conditions } }, __vitest__: { resolve: { conditions } } },
    test: {
      name,
      include: ["**/*.test.{ts,tsx}"],
      exclude: excluded,
      environment: "node",
      // Long timeouts are for busy machines; they do not delay tests whose conditions are met.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      maxWorkers: needed ? engineWorkers : workers,
      // Files of a worker share modules, because loading the api's modules takes as long as the tests of many files.
      isolate: false,
      // Projects with engines run after the others, because each of their workers has its own engines.
      sequence: { groupOrder: needed ? 2 : 1 },
      globalSetup: needed ? [engines] : [],
      server: { deps: { inline: [/@hoplog\//] } },
      ...test,
    },
  };
}

/** Options of projects that run the api's sources. */
const api: Options = {
  // GraphQL compares by identity: the copy that type-graphql requires must be the one that the api's sources import.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: fileURLToPath(new URL("node_modules/graphql/index.js", import.meta.url)) },
    ],
  },
};

export default defineConfig({
  test: {
    projects: [
      workspace("schema"),
      workspace("platform", { engines: true }),
      workspace("redirector", { engines: true }),
      workspace("ingest", { engines: true }),
      workspace("api", { engines: true, ...api }),
      // Its tests run the api.
      workspace("verify", { engines: true, ...api }),
      workspace("web", {
        plugins: [icons()],
        resolve: { conditions: ["hoplog-source", "module", "browser", "development|production"] },
        test: { environment: "jsdom", setupFiles: ["testing/setUp.ts"] },
      }),
      workspace("sdk"),
      workspace("cli"),
      // Tests in stack/ and tests/ start whole stacks and depend on timing, so they run after all others.
      workspace("stack", { test: { isolate: true, maxWorkers: stackWorkers, sequence: { groupOrder: 3 } } }),
      workspace("tests", {
        test: {
          exclude: [...excluded, ...journeys, ...alone],
          isolate: true,
          maxWorkers: stackWorkers,
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
      // Most journeys share one stack.
      workspace("tests", {
        test: {
          name: "tests-journeys",
          include: journeys,
          // The files of a worker also share a browser.
          isolate: false,
          globalSetup: [sharedStack],
          maxWorkers: stackWorkers,
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
      // Tests that need the whole machine.
      workspace("tests", {
        test: {
          name: "tests-alone",
          include: alone,
          isolate: true,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
      // Tests that need a CA, which is built with Go.
      workspace("api", {
        engines: true,
        ...api,
        test: {
          name: "certificates",
          include: ["**/*.ca.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          isolate: true,
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
      // Tests of platform, api and stack that need a Kafka and a Redis.
      workspace(".", {
        test: {
          name: "cluster",
          include: ["{platform,api,stack}/**/*.cluster.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          globalSetup: [cluster],
          isolate: true,
          maxWorkers: stackWorkers,
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
    ],
  },
});
