import { readdirSync, writeFileSync } from "node:fs";
import { firstSegment } from "@hoplog/schema/paths/appPaths.js";
import { routes } from "./routes.ts";

// Writes the first path segments of the app's routes and of its built files. A test compares the routes with the app's
// screens.
const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitPaths FILE");
const files = readdirSync(new URL("../public", import.meta.url));
const all = new Set([...Object.keys(routes).map(firstSegment), ...files, "app.html", "assets", "index.html"]);
all.delete("");
writeFileSync(
  target,
  `// Written by "make generate" from build/routes.ts and public/ of web.
export const webSegments: readonly string[] = [
${[...all]
  .toSorted()
  .map((segment) => `  ${JSON.stringify(segment)},\n`)
  .join("")}];
`,
);
