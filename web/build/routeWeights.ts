import { relative } from "node:path";
import type { Plugin } from "vite";
import { chunksOfPage } from "./chunks.ts";
import { compressed } from "./compressed.ts";
import { routes } from "./routes.ts";

/** Maximum JavaScript to load before a route is shown, in transferred bytes. */
const budget = 200_000;

interface Chunk {
  code: string;
  imports: readonly string[];
  moduleIds: readonly string[];
  isEntry: boolean;
}

/** Measures every route's compressed JavaScript, prints the sizes, and fails the build if one exceeds the budget. */
export function routeWeights(): Plugin {
  let root = "";
  return {
    name: "hoplog-route-weights",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const [name, file] of Object.entries(bundle)) if (file.type === "chunk") chunks.set(name, file);
      const weights = await weigh(chunks, (id) => relative(root, id));
      const lines = weights.map(({ path, bytes }) => `${(bytes / 1000).toFixed(1).padStart(8)} kB  ${path}`);
      // The sizes are printed even with `--logLevel warn`, which the project's build uses, so that they are seen.
      console.log(`JavaScript of each route, brotli, of ${budget / 1000} kB allowed:\n${lines.join("\n")}`);
      const over = weights.filter(({ bytes }) => bytes > budget);
      if (over.length > 0) this.error(`Too much JavaScript: ${over.map(({ path }) => path).join(", ")}`);
    },
  };
}

async function weigh(chunks: ReadonlyMap<string, Chunk>, moduleName: (id: string) => string) {
  const pages = Object.entries(routes).map(([path, modules]) => ({
    path,
    needed: chunksOfPage(chunks, modules, moduleName),
  }));
  const names = new Set(pages.flatMap(({ needed }) => [...needed]));
  const sizes = new Map(
    await Promise.all(
      [...names].map(async (name) => [name, (await compressed(chunks.get(name)?.code ?? "")).length] as const),
    ),
  );
  return pages
    .map(({ path, needed }) => ({ path, bytes: [...needed].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0) }))
    .toSorted((a, b) => b.bytes - a.bytes);
}
