import { once } from "node:events";
import { makeNewFilesPrivate } from "../datafolder/access.ts";
import { storedPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { runningChildren } from "../datafolder/survivors.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { instance, serviceDefinitions } from "../services/definitions.ts";
import { logPath } from "../services/logFile.ts";
import { startService } from "../services/service.ts";
import type { EngineExit } from "../engines/engine.ts";
import type { ServiceDefinition } from "../services/service.ts";
import { because, watchReadiness } from "./awaitReady.ts";
import { clusterParts, engineParts } from "./engines.ts";
import { explain, StartError } from "../startError.ts";
import { progressOn } from "./progress.ts";
import { readSettings } from "../settings.ts";

/** Services of which a cluster can run additional instances. */
export type ExtraPart = "redirector" | "ingest";

/** Variables printed for a new part; variables that contain secrets are omitted, except URLs. */
const shownVariables = [
  "DATABASE_URL",
  "KAFKA_BROKERS",
  "KAFKA_SSL",
  ...tlsFilesOf("KAFKA"),
  "KAFKA_SASL_MECHANISM",
  "KAFKA_SASL_USERNAME",
  "REDIS_URL",
  ...tlsFilesOf("REDIS"),
  "CLICKHOUSE_URL",
  "CLICKHOUSE_DATABASE",
  ...tlsFilesOf("CLICKHOUSE"),
  "HOST",
  "SHORT_PORT",
  "PUBLIC_URL",
  "SPOOL_DIR",
  "REPLICA_DIR",
  "METRICS_PORT",
  "METRICS_HOST",
];

/**
 * Adds a process to the cluster that runs on the data folder, until a signal ends it or it exits, and prints the
 * settings that it was started with. Sets the exit code.
 */
export async function addPart(root: string, part: ExtraPart, env: NodeJS.ProcessEnv): Promise<void> {
  makeNewFilesPrivate();
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => ending.abort(new Error(name)));
  try {
    const progress = progressOn(process.stdout);
    const { definition, dataFolder } = await definePart(root, part, env);
    const { name, healthUrl, program } = definition;
    const log = logPath(dataFolder, name);
    const readiness = watchReadiness(name, healthUrl, log, 60_000);
    const exited = Promise.withResolvers<EngineExit>();
    // The process is not restarted: when it exits, the command ends.
    const running = await startService(
      definition,
      dataFolder,
      (exit) => {
        readiness.died({ ...exit, code: 78 });
        exited.resolve(exit);
      },
      (problem) => progress.part(name, problem),
    );
    progress.print(`${name} is starting: node ${program}, with`, ...settingsOf(definition));
    await readiness.ready(ending.signal).catch(async (error: unknown) => {
      await running.stop();
      if (!ending.signal.aborted) throw error;
    });
    if (!ending.signal.aborted) {
      progress.print(`${name} is ready (process ${running.pid}). Ctrl-C stops it. Its log is ${log}`);
    }
    const exit = await Promise.race([exited.promise, aborted(ending.signal)]);
    if (exit)
      throw new StartError(`${name} ended (${exit.signal ?? `code ${exit.code}`})${because(exit)}\nIts log: ${log}`);
    await running.stop();
    progress.print(`${name} has stopped.`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${explain(error)}\n`);
  }
}

async function definePart(
  root: string,
  part: ExtraPart,
  env: NodeJS.ProcessEnv,
): Promise<{ definition: ServiceDefinition; dataFolder: string }> {
  const settings = readSettings(env, root);
  const { dataFolder } = settings;
  const ports = storedPorts(dataFolder);
  if (!ports || !("kafka" in runningChildren(dataFolder))) {
    throw new StartError(`No cluster runs on ${dataFolder}. Start it in another terminal first: make up-cluster`);
  }
  const secrets = loadSecrets(dataFolder);
  const [{ url: databaseUrl }, { url: clickHouseUrl }] = engineParts(settings, secrets, ports);
  const [{ url: kafkaBrokers }, { url: redisUrl }] = clusterParts(settings, secrets, ports);
  const api = { host: settings.apiHost, port: settings.appPort };
  const addresses = { databaseUrl, clickHouseUrl, kafkaBrokers, redisUrl, api };
  const definitions = serviceDefinitions(root, settings, secrets, ports, addresses, env);
  const name = `${part}-${process.pid}`;
  return { definition: instance(definitions[part], name, await freePort()), dataFolder };
}

/** Returns the names of the variables for a connection's TLS files. */
function tlsFilesOf(prefix: string): string[] {
  return ["CA", "CERT", "KEY"].map((file) => `${prefix}_SSL_${file}`);
}

/** Returns the shown settings with passwords masked. */
function settingsOf({ env }: ServiceDefinition): string[] {
  return shownVariables.flatMap((name) => (env[name] ? [`  ${name}=${env[name].replace(/:[^:@/]*@/, ":***@")}`] : []));
}

async function aborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, "abort");
  return null;
}
