import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import type { Plugin } from "vite";

/** Path at which Plotly loads the map; see `topojsonURL` of the map's chart. */
const fileName = "assets/world_110m.json";

/** Serves the world map from Plotly's package, which Plotly would otherwise load from a public CDN. */
export function worldMap(): Plugin {
  return {
    name: "hoplog-world-map",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source: readWorld() });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(readWorld());
      });
    },
  };
}

function readWorld(): string {
  const path = createRequire(import.meta.url).resolve("plotly.js/dist/plotly-geo-assets.js");
  const holder: { exports: { topojson?: Record<string, unknown> } } = { exports: {} };
  runInNewContext(readFileSync(path, "utf8"), { module: holder, window: {} });
  const world = holder.exports.topojson?.world_110m;
  if (world === undefined) throw new Error("Plotly's package does not contain the world map. Check its new location");
  return JSON.stringify(world);
}
