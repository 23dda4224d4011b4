import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeDataFolder } from "../datafolder/access.ts";
import { lockDataFolder } from "../datafolder/lock.ts";
import { openDataFolder } from "../datafolder/open.ts";
import { loadPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { endSurvivors } from "../datafolder/survivors.ts";
import { explain } from "../startError.ts";
import { engineParts } from "./engines.ts";
import { readSettings } from "../settings.ts";
import type { Settings } from "../settings.ts";

/**
 * Rebuilds the read tables by replaying the data folder's event log into empty ones. The stack must be stopped, so that
 * there are no writes. Starts the stack's own Postgres unless the settings name another. Sets the exit code.
 */
export async function rebuildReadTables(root: string): Promise<void> {
  let unlock: (() => void) | undefined;
  try {
    const settings = readSettings(process.env, root);
    openDataFolder(settings.dataFolder);
    unlock = lockDataFolder(settings.dataFolder);
    await endSurvivors(settings.dataFolder);
    closeDataFolder(settings.dataFolder);
    process.exitCode = await withDatabase(settings, (url) => runRebuild(root, url));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  } finally {
    unlock?.();
  }
}

async function withDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseUrl);
  const secrets = loadSecrets(settings.dataFolder);
  const ports = await loadPorts(settings.dataFolder, [settings.appPort, settings.shortPort]);
  const [{ url, start }] = engineParts(settings, secrets, ports);
  const postgres = await start?.(() => undefined);
  try {
    return await work(url);
  } finally {
    await postgres?.stop();
  }
}

async function runRebuild(root: string, databaseUrl: string): Promise<number> {
  const child = spawn(process.execPath, ["api/dist/bundle/rebuild.js"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  await once(child, "exit");
  return child.exitCode ?? 1;
}
