import { availableParallelism, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { TestProjectInlineConfiguration } from "vitest/config";
import { icons } from "./web/build/icons.ts";

// Tests run on the sources of every workspace, without a build: package.json's "exports" name them so.
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
/** Test files that run side by side: as many as there are cores, where there is memory for a whole stack and a browser of each. */
const workers = Math.max(2, Math.min(availableParallelism(), Math.floor(totalmem() / 3e9), 8));
/** One more for files with whole stacks, which wait for starts, faults and pages a tenth of their time; none where there is little memory. */
const stackWorkers = Math.max(workers, Math.min(workers + 1, Math.floor(totalmem() / 5e9)));
/** Two more for files with engines, which wait for them as much as they work; one where there is little memory. */
const engineWorkers = Math.max(workers + 1, Math.min(workers + 2, Math.floor(totalmem() / 5e9)));

/** Of tests/: what uses the app in a browser. */
const journeys = ["journeys/**/*.test.ts", "{analysts/card,security/pages}.test.ts"];
/** Of tests/. */
const alone = ["attacks/hostileQueries.test.ts"];

type Options = TestProjectInlineConfiguration & { engines?: boolean };

/** One workspace's tests; `engines` for those that need a real Postgres and ClickHouse. */
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
      // For busy machines: a condition that holds is seen at once, however long one might have waited.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      maxWorkers: needed ? engineWorkers : workers,
      // The files of a worker share their modules: loading an api's takes as long as many a file's tests.
      isolate: false,
      // Apart, since each worker of those that need engines has its own of them.
      sequence: { groupOrder: needed ? 2 : 1 },
      globalSetup: needed ? [engines] : [],
      server: { deps: { inline: [/@hoplog\//] } },
      ...test,
    },
  };
}

/** To run the api's sources. */
const api: Options = {
  // GraphQL compares by identity: the copy that type-graphql requires must be the one that our sources import.
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
      // Its tests judge a whole api.
      workspace("verify", { engines: true, ...api }),
      workspace("web", {
        plugins: [icons()],
        resolve: { conditions: ["hoplog-source", "module", "browser", "development|production"] },
        test: { environment: "jsdom", setupFiles: ["testing/setUp.ts"] },
      }),
      workspace("sdk"),
      workspace("cli"),
      // These start whole stacks and look at the clock: they run when the others are done.
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
      // Most of these share one stack.
      workspace("tests", {
        test: {
          name: "tests-journeys",
          include: journeys,
          // The files of a worker share a browser too.
          isolate: false,
          globalSetup: [sharedStack],
          maxWorkers: stackWorkers,
          sequence: { groupOrder: 4 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      }),
      // These look at the clock, or need the whole machine.
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
      // What needs a CA, which is built with Go.
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
      // What needs a Kafka and a Redis, of all workspaces.
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
