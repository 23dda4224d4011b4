import { existsSync } from "node:fs";
import { join } from "node:path";
import { closeDataFolder } from "../datafolder/access.ts";
import { lockDataFolder } from "../datafolder/lock.ts";
import { openDataFolder } from "../datafolder/open.ts";
import { loadPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { endSurvivors } from "../datafolder/survivors.ts";
import { clusterParts, engineParts } from "../supervisor/engines.ts";
import { readSettings } from "../settings.ts";
import { StartError } from "../startError.ts";
import { runProgram, toolEnv } from "./tool.ts";

/**
 * Prepares a single machine's data folder for a cluster: copies clicks that wait in the Postgres log to Kafka. The
 * stack must be stopped. Returns the exit code; may be repeated.
 */
export async function moveStackToCluster(root: string): Promise<number> {
  const settings = readSettings(process.env, root);
  const { dataFolder } = settings;
  if (!settings.databaseUrl && !existsSync(join(dataFolder, "postgres")))
    throw new StartError(`${dataFolder} contains no data to move. Set HOPLOG_DATA to the data folder of "make up".`);
  openDataFolder(dataFolder);
  const unlock = lockDataFolder(dataFolder);
  try {
    await endSurvivors(dataFolder);
    closeDataFolder(dataFolder);
    const secrets = loadSecrets(dataFolder);
    const ports = await loadPorts(dataFolder, [settings.appPort, settings.shortPort]);
    const [postgres, clickHouse] = engineParts(settings, secrets, ports);
    const [kafka] = clusterParts(settings, secrets, ports);
    const started = await Promise.allSettled(
      [postgres, clickHouse, kafka].map(async ({ start }) => start?.(() => undefined)),
    );
    try {
      for (const engine of started) if (engine.status === "rejected") throw engine.reason;
      const env = toolEnv(settings, postgres.url, clickHouse.url);
      // Deliveries that were started from one log can only be finished with that log.
      const settled = await runProgram(root, "ingest/dist/boot/settle.js", env);
      if (settled !== 0) return settled;
      const code = await runProgram(root, "api/dist/boot/moveClicks.js", { ...env, KAFKA_BROKERS: kafka.url });
      if (code === 0)
        process.stdout.write(`Now start the cluster on this data: HOPLOG_DATA=${dataFolder} make up-cluster\n`);
      return code;
    } finally {
      for (const engine of started) if (engine.status === "fulfilled") await engine.value?.stop();
    }
  } finally {
    unlock();
  }
}
