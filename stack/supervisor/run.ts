import { existsSync } from "node:fs";
import { join } from "node:path";
import { collectAfterStart } from "@hoplog/platform/process/collectWhenQuiet.js";
import { closeDataFolder } from "../datafolder/access.ts";
import { lockDataFolder } from "../datafolder/lock.ts";
import { openDataFolder } from "../datafolder/open.ts";
import { metricsTargetsFile, writeMetricsTargets } from "../datafolder/metricsTargets.ts";
import { loadPorts } from "../datafolder/ports.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { endSurvivors } from "../datafolder/survivors.ts";
import { clusterDefinitions, docsFolder, serviceDefinitions, unbundled } from "../services/definitions.ts";
import { rotateLogsRegularly } from "../services/rotateLogs.ts";
import type { ServiceDefinition } from "../services/service.ts";
import { analystsPart } from "./analysts.ts";
import { checkPorts } from "./checkPorts.ts";
import { clusterParts, engineParts } from "./engines.ts";
import type { Through } from "./engines.ts";
import { explain, StartError } from "../startError.ts";
import { progressOn, seconds } from "./progress.ts";
import type { Progress } from "./progress.ts";
import { localAddress, readSettings } from "../settings.ts";
import type { Settings } from "../settings.ts";
import { startStack } from "./stack.ts";
import type { Stack } from "./stack.ts";

/** Differences between runs such as `make up` and `make dev`. */
export interface Mode {
  env?: NodeJS.ProcessEnv;
  through?: Through;
  /** Whether to also start Kafka, Redis, a second redirector and a second ingest. */
  cluster?: boolean;
  /** Whether to run services from unbundled modules. */
  unbundled?: boolean;
  /** A service that serves the app's port instead of the api; the api then listens on an internal port, at `apiUrl`. */
  web?(settings: Settings, apiUrl: string, env: NodeJS.ProcessEnv): ServiceDefinition;
  /** Called when the stack is ready; the returned function is called before the stack stops. */
  onReady?(stack: Stack, progress: Progress): () => Promise<void>;
}

/**
 * Runs the whole stack until a signal ends it, then exits the process. Errors that the user can fix are reported
 * without a stack trace.
 */
export async function runSupervisor(root: string, mode: Mode = {}): Promise<void> {
  const env = { ...process.env, ...mode.env };
  const progress = progressOn(process.stdout);
  // Final messages and Node's warnings may have no reader.
  process.stderr.on("error", () => undefined);
  const startedAt = Date.now();
  const ending = new AbortController();
  let stack: Stack | undefined;
  let signals = 0;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      signals += 1;
      if (signals === 1) {
        ending.abort(new Error(name));
        progress.print("", "Stopping (again to stop immediately)");
      } else if (signals === 2) stack?.hurry();
      // Engines and services notice that their supervisor has ended and exit.
      else process.exit(1);
    });
  }

  let unlock: (() => void) | undefined;
  let leave: (() => Promise<void>) | undefined;
  let logs: ReturnType<typeof rotateLogsRegularly> | undefined;
  try {
    const settings = readSettings(env, root);
    if (settings.isSmall && mode.cluster)
      throw new StartError("SMALL=on allows only one process of each kind: use make up, or remove SMALL");
    if (settings.hasDocs && !existsSync(docsFolder(root)))
      throw new StartError('DOCS=on needs the built documentation: run "make docs" first');
    openDataFolder(settings.dataFolder);
    unlock = lockDataFolder(settings.dataFolder);
    progress.print(`hoplog is starting; its data is in ${settings.dataFolder}`);
    const survivors = await endSurvivors(settings.dataFolder);
    for (const name of survivors) progress.part(name, "was still running after a killed run; stopped");
    const open = closeDataFolder(settings.dataFolder);
    if (open.length > 0)
      progress.print(
        `Other users of this machine may be able to read ${open.length} of its files, whose permissions cannot be changed: ${open[0]}`,
      );
    // Waits if processes were left over, because a redirector's listeners exit shortly after the redirector.
    await checkPorts(settings, survivors.length > 0 ? 5000 : 0);
    logs = rotateLogsRegularly(settings.dataFolder, settings.logs, (problem) => progress.print(problem));
    const secrets = loadSecrets(settings.dataFolder);
    const ports = await loadPorts(settings.dataFolder, [settings.appPort, settings.shortPort]);
    const [postgres, clickHouse] = engineParts(settings, secrets, ports, mode.through);
    const shared = mode.cluster ? clusterParts(settings, secrets, ports, mode.through) : [];
    const [kafka, redis] = shared;
    const api = mode.web ? { host: "127.0.0.1", port: ports.api } : { host: settings.apiHost, port: settings.appPort };
    const addresses = {
      databaseUrl: postgres.url,
      clickHouseUrl: clickHouse.url,
      kafkaBrokers: kafka?.url,
      redisUrl: redis?.url,
      api,
    };
    // The service on the app's port acts as a proxy to the api.
    const proxy = mode.web ? { BEHIND_PROXY: "on", BIND_ADDRESS: settings.host } : {};
    const bundled = serviceDefinitions(root, settings, secrets, ports, addresses, { ...env, ...proxy });
    const definitions = mode.unbundled ? unbundled(bundled) : bundled;
    ending.signal.throwIfAborted();

    const services = [
      ...(mode.cluster ? clusterDefinitions(definitions, ports) : Object.values(definitions)),
      ...(mode.web ? [mode.web(settings, localAddress(api.host, api.port), env)] : []),
    ];
    const analysts = analystsPart(settings, secrets, ports);
    try {
      writeMetricsTargets(settings.dataFolder, [...services, ...(analysts ? [analysts] : [])]);
    } catch (error) {
      progress.print(`Prometheus cannot find this stack: ${error instanceof Error ? error.message : String(error)}`);
    }
    stack = startStack({
      dataFolder: settings.dataFolder,
      engines: [postgres, clickHouse, ...shared],
      services,
      analysts,
      progress,
      signal: ending.signal,
    });
    await stack.ready;
    leave = mode.onReady?.(stack, progress);
    collectAfterStart();
    const took = seconds(Date.now() - startedAt);
    progress.print(
      "",
      `hoplog is ready after ${took}:  app ${settings.publicUrl}  short links ${settings.shortUrl}`,
      `Ctrl-C stops it. Logs are in ${join(settings.dataFolder, "logs")}; the addresses of metrics are in ${metricsTargetsFile(settings.dataFolder)}`,
    );
    await aborted(ending.signal);
  } catch (error) {
    if (!ending.signal.aborted) {
      process.exitCode = 1;
      process.stderr.write(`\n${explain(error)}\n`);
    }
  }
  await leave?.();
  await stack?.stop();
  logs?.stop();
  unlock?.();
  if (signals > 0) progress.print("Stopped.");
  process.exit();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else {
      signal.addEventListener("abort", () => resolve(), { once: true });
      // An abort listener does not keep the process alive.
      const alive = setInterval(() => undefined, 60_000);
      signal.addEventListener("abort", () => clearInterval(alive), { once: true });
    }
  });
}
