import { relative } from "node:path";
import type { InlineConfig, Plugin, Rolldown } from "vite";
import { build } from "vite";
import { withImports } from "./chunks.ts";
import { frame, routes } from "./routes.ts";

/** Below this, as it is before minification, a dialog has no chunk of its own. */
const smallBytes = 8000;

const readable = screensOf("/", "/privacy", "/terms");
const legal = screensOf("/privacy", "/terms");
const first = screensOf("/dashboard");
const charted = screensOf("/dashboard", "/analytics", "/live", "/analytics/orphans", "/analytics/bots");
const filtered = screensOf("/analytics", "/live", "/analytics/orphans", "/analytics/bots");
const own = screensOf(
  "/new",
  "/dashboard",
  "/analytics",
  "/analytics/sql",
  "/live",
  "/analytics/orphans",
  "/analytics/ledger",
  "/analytics/bots",
  "/urls",
  "/groups",
  "/profile",
  "/settings/domains",
  "/settings/shares",
  "/settings/alarms",
  "/settings/exports",
  "/settings/keys",
  "/keys/cli",
  "/developers",
  "/settings/webhooks",
  "/settings/outlets",
);
/** What is shown to anybody carries nothing of the app. */
const shared = screensOf("/stats/token");
const forms = screensOf("/login", "/register", "/google-oauth-complete", "/forgot-password", "/reset-password");

function screensOf(...paths: string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => routes[path] ?? []));
}

/**
 * Into which chunk a module goes; null: the bundler decides. `users` are the entry and the modules that are fetched
 * late, as screens and dialogs are, which need it. What a module imports has at least the same users, so it goes into
 * the same chunk or one further up: chunks never import each other in a circle.
 */
function chunkFor(users: ReadonlySet<string>, entry: string): string | null {
  const among = (screens: ReadonlySet<string>) => [...users].filter((user) => screens.has(user));
  if (users.has(entry)) return "app";
  if (among(readable).length > 0) {
    if (among(legal).length === users.size) return "legal";
    return users.size > 1 ? "app" : null;
  }
  if (among(shared).length > 0) {
    if (users.size === 1) return null;
    return users.has(frame) || among(forms).length > 0 ? "app" : "shared";
  }
  if (among(forms).length > 0) return among(forms).length === users.size ? "guests" : "forms";
  const [screen, ...others] = among(own);
  if (users.has(frame)) return "own";
  // Screens without charts don't carry what draws them.
  if (others.length > 0 && among(filtered).length === others.length + 1) return "filters";
  if (others.length > 0 && among(charted).length === others.length + 1) return "charts";
  // The first screen after signing in doesn't carry what only others share.
  if (others.length > 0) return among(first).length > 0 ? "own" : "screens";
  // With a chunk of its own where several dialogs want it, which would otherwise fetch the whole screen.
  if (screen !== undefined) return screen.replace(/^.*\/|\.tsx$/g, "") + (users.size > 2 ? "Dialogs" : "");
  return users.size > 1 && ![...users].some((user) => user.startsWith("analytics/link/Plotly")) ? "dialogs" : null;
}

/**
 * Merges the many small chunks that a bundler makes of what few screens share. A first build, thrown away, shows who
 * uses which module: only there are imports followed through the index files of libraries, which import everything.
 */
export function chunkPlan(sources: InlineConfig): Plugin {
  let chunks: ReadonlyMap<string, string> = new Map();
  return {
    name: "hoplog-chunk-plan",
    apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ debugName: "by users", name: (id) => chunks.get(id) ?? null }],
            },
          },
        },
      },
    }),
    async buildStart() {
      chunks = await plan(sources);
    },
  };
}

/** The chunk of each module that does not stay where the bundler puts it. */
async function plan(sources: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const options = { ...sources.build, write: false, minify: false };
  const built = await build({ ...sources, configFile: false, logLevel: "silent", build: options });
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const output of [built].flat()) {
    if (!("output" in output)) throw new Error("The first build did not end");
    for (const file of output.output) if (file.type === "chunk") chunks.set(file.fileName, file);
  }
  const nameOf = (chunk: Rolldown.OutputChunk) => relative(sources.root ?? "", chunk.facadeModuleId ?? "");
  const starts = [...chunks.values()].filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
  const entry = starts.filter(({ isEntry }) => isEntry).map(nameOf)[0] ?? "";
  const needs = new Map(starts.map((chunk) => [chunk, withImports(chunks, chunk.fileName)]));
  const targets = new Map<string, string | null>();
  for (const name of chunks.keys()) {
    const users = starts.filter((start) => needs.get(start)?.has(name) === true).map(nameOf);
    targets.set(name, chunkFor(new Set(users), entry));
  }
  for (const [start, needed] of needs) {
    const isDialog = [...needed].some((name) => targets.get(name) === "dialogs");
    if (isDialog && targets.get(start.fileName) === null && start.code.length < smallBytes)
      targets.set(start.fileName, "dialogs");
  }
  return new Map(
    [...chunks].flatMap(([name, { moduleIds }]) => {
      const target = targets.get(name) ?? null;
      return target === null ? [] : moduleIds.map((id): [string, string] => [id, target]);
    }),
  );
}
