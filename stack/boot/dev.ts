import { restartOnSave } from "../dev/restarts.ts";
import { repositoryRoot } from "../root.ts";
import { localAddress } from "../settings.ts";
import { runSupervisor } from "../supervisor/run.ts";

await runSupervisor(repositoryRoot, {
  env: { NODE_ENV: process.env["NODE_ENV"] ?? "development" },
  unbundled: true,
  web: ({ host, appPort }, apiUrl, env) => ({
    name: "web",
    program: "stack/dist/boot/devWeb.js",
    folder: repositoryRoot,
    env: { ...env, HOST: host, APP_PORT: String(appPort), API_URL: apiUrl },
    healthUrl: `${localAddress(host, appPort)}/healthz`,
  }),
  onReady: (stack, progress) => restartOnSave(repositoryRoot, stack, progress),
});
