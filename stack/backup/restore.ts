import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { closeDataFolder } from "../datafolder/access.ts";
import { lockDataFolder } from "../datafolder/lock.ts";
import { openDataFolder } from "../datafolder/open.ts";
import { loadPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { engineParts } from "../supervisor/engines.ts";
import { readSettings } from "../settings.ts";
import type { Settings } from "../settings.ts";
import { StartError } from "../startError.ts";
import { runProgram, toolEnv } from "./tool.ts";

/** Folders whose existence prevents a restore. */
const held = ["postgres", "clickhouse", "spool", "replica"];

/**
 * Restores the backup FROM into a data folder without data. Returns the exit code; a failed restore deletes the files
 * that it created in the folder.
 */
export async function restoreStack(root: string): Promise<number> {
  const settings = readSettings(process.env, root);
  const { dataFolder } = settings;
  const from = process.env["FROM"];
  if (!from) throw new StartError("Provide a backup: make restore FROM=backups/…");
  const folder = resolve(root, from);
  if (!existsSync(join(folder, "manifest.json")))
    throw new StartError(`${folder} contains no backup. Choose the folder of a backup.`);
  openDataFolder(dataFolder);
  const unlock = lockDataFolder(dataFolder);
  try {
    const there = held.find((name) => existsSync(join(dataFolder, name)));
    if (there) {
      throw new StartError(
        `A backup can be restored only into an empty data folder, but ${join(dataFolder, there)} exists.\n` +
          `Move ${dataFolder} away, or choose another folder: HOPLOG_DATA=… make restore FROM=${from}`,
      );
    }
    closeDataFolder(dataFolder);
    return await deleteOnFailure(dataFolder, () => fill(root, settings, folder));
  } finally {
    unlock();
  }
}

/** Returns the exit code of `work`; unless it is 0, deletes what `work` created in the folder. */
async function deleteOnFailure(folder: string, work: () => Promise<number>): Promise<number> {
  const before = new Set(readdirSync(folder));
  let code = 1;
  try {
    code = await work();
    return code;
  } finally {
    const created = code === 0 ? [] : readdirSync(folder).filter((name) => !before.has(name));
    for (const name of created) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

async function fill(root: string, settings: Settings, from: string): Promise<number> {
  const { dataFolder } = settings;
  const [saved, kept] = [join(from, "secrets.json"), join(dataFolder, "secrets.json")];
  if (existsSync(saved) && !existsSync(kept)) writeFileSync(kept, readFileSync(saved), { mode: 0o600 });
  const secrets = loadSecrets(dataFolder);
  const ports = await loadPorts(dataFolder, [settings.appPort, settings.shortPort]);
  const parts = engineParts(settings, secrets, ports);
  const started = await Promise.allSettled(parts.map(async ({ start }) => start?.(() => undefined)));
  try {
    for (const engine of started) if (engine.status === "rejected") throw engine.reason;
    const [postgres, clickHouse] = parts;
    const env = { ...toolEnv(settings, postgres.url, clickHouse.url), FROM: from };
    for (const program of ["ingest/dist/boot/migrate.js", "api/dist/boot/restore.js"]) {
      const code = await runProgram(root, program, env);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    for (const engine of started) if (engine.status === "fulfilled") await engine.value?.stop();
  }
}
