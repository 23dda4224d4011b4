import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { storedPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { engineParts } from "./engines.ts";
import { explain, StartError } from "../startError.ts";
import { localAddress, readSettings } from "../settings.ts";

/**
 * Compares the figures of the stack on the data folder with its raw clicks, while it runs. Sets the exit code: 0 if all
 * agree, 1 if some differ, 2 if they could not be compared.
 */
export async function verifyRunningStack(root: string): Promise<void> {
  try {
    const settings = readSettings(process.env, root);
    const ports = storedPorts(settings.dataFolder);
    if (!ports) throw new StartError(`${settings.dataFolder} contains no hoplog data. Start hoplog first: make up`);
    const secrets = loadSecrets(settings.dataFolder);
    const [postgres, clickHouse] = engineParts(settings, secrets, ports);
    const apiUrl = localAddress(settings.apiHost, settings.appPort);
    await requireRunning(apiUrl);
    const spool = join(settings.dataFolder, "spool");
    const child = spawn(process.execPath, ["verify/dist/boot/main.js"], {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        CLICKHOUSE_URL: clickHouse.url,
        CLICKHOUSE_DATABASE: settings.clickHouseDatabase,
        TOKEN_SECRET: settings.tokenSecret ?? secrets.token,
        API_URL: apiUrl,
        // The spool exists only on machines with a redirector.
        ...(existsSync(spool) && { SPOOL_DIR: spool }),
      },
    });
    await once(child, "exit");
    process.exitCode = child.exitCode ?? 2;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 2;
  }
}

async function requireRunning(apiUrl: string): Promise<void> {
  const answers = await fetch(`${apiUrl}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
  if (!answers)
    throw new StartError(`hoplog does not respond at ${apiUrl}. Start it in another terminal first: make up`);
}
