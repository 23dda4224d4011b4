import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { makeNewFilesPrivate } from "../datafolder/access.ts";
import { storedPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { runningChildren } from "../datafolder/survivors.ts";
import { clusterParts, engineParts } from "../supervisor/engines.ts";
import { explain, StartError } from "../startError.ts";
import { localAddress, readSettings } from "../settings.ts";
import type { Settings } from "../settings.ts";

/** Runs a service's program to its end and returns the exit code. Ctrl-C in the terminal also ends the program. */
export async function runProgram(
  root: string,
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<number> {
  const child = spawn(process.execPath, ["--disable-warning=TimeoutNegativeWarning", program, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  await once(child, "exit");
  return child.exitCode ?? 1;
}

/** Returns environment variables that point tools at a stack's databases and spool. */
export function toolEnv(settings: Settings, databaseUrl: string, clickHouseUrl: string): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickHouseUrl,
    CLICKHOUSE_DATABASE: settings.clickHouseDatabase,
    SPOOL_DIR: join(settings.dataFolder, "spool"),
  };
}

/** Runs an api tool on the stack that uses the data folder; throws {@link StartError} if none is running. */
export async function runOnStack(
  root: string,
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<number> {
  const settings = readSettings(process.env, root);
  const { dataFolder } = settings;
  const ports = storedPorts(dataFolder);
  if (!ports) throw new StartError(`${dataFolder} contains no hoplog data. Start hoplog first: make up`);
  const secrets = loadSecrets(dataFolder);
  const [postgres, clickHouse] = engineParts(settings, secrets, ports);
  const apiUrl = localAddress(settings.apiHost, settings.appPort);
  const answers = await fetch(`${apiUrl}/healthz`).then(
    () => true,
    () => false,
  );
  if (!answers)
    throw new StartError(`hoplog does not respond at ${apiUrl}. Start it in another terminal first: make up`);
  const isCluster = settings.kafkaBrokers !== undefined || "kafka" in runningChildren(dataFolder);
  const [kafka] = isCluster ? clusterParts(settings, secrets, ports) : [];
  return runProgram(
    root,
    program,
    {
      ...toolEnv(settings, postgres.url, clickHouse.url),
      ...(kafka && { KAFKA_BROKERS: kafka.url }),
      ...env,
    },
    args,
  );
}

/** Runs a command, sets the exit code and reports errors. */
export async function asCommand(work: () => Promise<number>): Promise<void> {
  makeNewFilesPrivate();
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
