import { relative } from "node:path";
import type { InlineConfig, Plugin, Rolldown } from "vite";
import { build } from "vite";
import { withImports } from "./chunks.ts";
import { frame, routes } from "./routes.ts";

/** Bytes before minification below which a dialog doesn't get its own chunk. */
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
  "/settings/sessions",
  "/settings/second-factor",
);
/** Pages of shared analytics, which don't load code of the signed-in app. */
const shared = screensOf("/stats/token");
const forms = screensOf("/login", "/register", "/google-oauth-complete", "/forgot-password", "/reset-password");

function screensOf(...paths: string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => routes[path] ?? []));
}

/**
 * Returns the chunk for a module; null lets the bundler decide. `users` are the entry and the lazily loaded modules
 * (screens and dialogs) that need it. A module's imports have at least the same users, so they go into the same chunk
 * or one further up: chunks never import each other in a cycle.
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
  // Screens without charts don't load chart code.
  if (others.length > 0 && among(filtered).length === others.length + 1) return "filters";
  if (others.length > 0 && among(charted).length === others.length + 1) return "charts";
  // The first screen after signing in doesn't load code that only other screens share.
  if (others.length > 0) return among(first).length > 0 ? "own" : "screens";
  // Code shared by several dialogs gets its own chunk, because they would otherwise load the whole screen.
  if (screen !== undefined) return screen.replace(/^.*\/|\.tsx$/g, "") + (users.size > 2 ? "Dialogs" : "");
  return users.size > 1 && ![...users].some((user) => user.startsWith("analytics/link/Plotly")) ? "dialogs" : null;
}

/**
 * Merges the many small chunks that a bundler creates for code shared by few screens. A first build, which is
 * discarded, determines the users of each module: only a build follows imports through the index files of libraries,
 * which import everything.
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

/** Returns the new chunk of each module that is moved from the bundler's own chunk. */
async function plan(sources: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const options = { ...sources.build, write: false, minify: false };
  const built = await build({ ...sources, configFile: false, logLevel: "silent", build: options });
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const output of [built].flat()) {
    if (!("output" in output))
      throw new Error("The planning build returned a watcher instead of an output. Build without `watch`");
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
