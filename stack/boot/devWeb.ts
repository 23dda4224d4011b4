// The web app from its sources, with hot reload. Where it listens and what it hands on to the api says
// web/vite.config.ts, by the variables APP_PORT, HOST and API_URL.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { createServer } from "vite";
import { repositoryRoot } from "../root.ts";

const root = join(repositoryRoot, "web");
// Vite belongs to the web workspace, so that is where it is looked for.
const entry = createRequire(join(root, "package.json")).resolve("vite");
const vite = (await import(pathToFileURL(entry).href)) as { createServer: typeof createServer };
const server = await vite.createServer({ root, clearScreen: false });
await server.listen();

const stop = async () => {
  await server.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => void stop());
