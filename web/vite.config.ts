import { fileURLToPath } from "node:url";
import { apiOnlySegments } from "@hoplog/schema/paths/appPaths.js";
import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";
import { defineConfig } from "vite";
import { chunkPlan } from "./build/chunkPlan.ts";
import { graphiqlPage } from "./build/graphiql/graphiqlPage.ts";
import { icons } from "./build/icons.ts";
import { precompress } from "./build/precompress.ts";
import { renderedPages } from "./build/renderedPages.ts";
import { routeWeights } from "./build/routeWeights.ts";
import { splitDocuments } from "./build/splitDocuments.ts";
import { worldMap } from "./build/worldMap.ts";

const api = process.env.API_URL ?? "http://127.0.0.1:3000";
const port = Number(process.env.APP_PORT ?? 5173);

/**
 * Returns a pattern for an API path that matches only whole segments, so that `dev` does not match the app's page
 * /developers; `graphql` does not match paths below /graphql either.
 */
function pathOfApi(segment: string): string {
  return segment === "graphql" ? String.raw`^/graphql(\?.*)?$` : `^/${segment.replaceAll(".", String.raw`\.`)}([/?]|$)`;
}

/** Build configuration shared by all builds of our sources. */
const sources = (): InlineConfig => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), icons(), splitDocuments()],
  resolve: {
    conditions: ["hoplog-source", "module", "browser", "development|production"],
    // Drops the styles of Plotly's tile maps, which are not used.
    alias: { "maplibre-gl/dist/maplibre-gl.css": fileURLToPath(new URL("build/none.css", import.meta.url)) },
  },
  // Plotly's sources refer to Node's global object.
  define: { global: "globalThis" },
  build: { target: "es2022" },
});

const { plugins = [], build, ...rest } = sources();

export default defineConfig({
  ...rest,
  plugins: [
    ...plugins,
    chunkPlan(sources()),
    worldMap(),
    graphiqlPage(),
    routeWeights(),
    renderedPages(sources()),
    precompress(/graphiql/),
  ],
  server: {
    host: process.env.HOST ?? "127.0.0.1",
    port,
    strictPort: true,
    proxy: Object.fromEntries(apiOnlySegments.map((segment) => [pathOfApi(segment), { target: api, ws: true }])),
  },
  build: {
    ...build,
    // Only Plotly's chunk is expected to exceed the limit.
    chunkSizeWarningLimit: 1300,
    // Another plugin prints the transferred sizes.
    reportCompressedSize: false,
  },
  optimizeDeps: {
    // Plotly is included explicitly: otherwise the development server finds it only when the first chart is opened, and
    // reloads the page.
    include: [
      "plotly.js/lib/core",
      "plotly.js/lib/bar",
      "plotly.js/lib/pie",
      "plotly.js/lib/choropleth",
      "plotly.js/lib/scattergeo",
      "react-plotly.js/factory",
    ],
  },
});
