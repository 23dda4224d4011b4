// Serves the web app from its sources with hot reload. web/vite.config.ts sets its address and the api proxy from
// APP_PORT, HOST and API_URL.
import { join } from "node:path";
import { createServer } from "vite";
import { repositoryRoot } from "../root.ts";

const root = join(repositoryRoot, "web");
const server = await createServer({ root, clearScreen: false });
await server.listen();

const stop = async () => {
  await server.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("disconnect", () => void stop());
