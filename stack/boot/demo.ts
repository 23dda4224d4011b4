import { createLogger } from "@hoplog/platform/logging/logger.js";
import { kafkaSettings, kafkaVariables } from "@hoplog/platform/env/connections.js";
import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { z } from "zod";
import { storedPorts } from "../datafolder/ports.ts";
import { runningChildren } from "../datafolder/survivors.ts";
import { loadSecrets } from "../datafolder/secrets.ts";
import { demoApi } from "../demo/api.ts";
import { demoAccount, fillDemo } from "../demo/fill.ts";
import { demoLinkPassword, protectedLink } from "../demo/options.ts";
import { repositoryRoot } from "../root.ts";
import { clusterParts, engineParts } from "../supervisor/engines.ts";
import { explain, StartError } from "../startError.ts";
import { localAddress, readSettings } from "../settings.ts";
import type { Settings } from "../settings.ts";

/** Fills the demo account of the stack running on this machine. */
async function demo(): Promise<void> {
  const settings = readSettings(process.env, repositoryRoot);
  const appUrl = localAddress(settings.apiHost, settings.appPort);
  const healthy = await fetch(`${appUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!healthy) throw new StartError(`hoplog does not respond at ${appUrl}. Start it first with "make up".`);

  const ports = storedPorts(settings.dataFolder);
  if (!ports)
    throw new StartError(
      `${settings.dataFolder} contains no hoplog data. Set HOPLOG_DATA to the same folder as for "make up".`,
    );
  const secrets = loadSecrets(settings.dataFolder);
  const [{ url: databaseUrl }] = engineParts(settings, secrets, ports);
  const log = await openEventLog({
    databaseUrl,
    kafka: kafkaSettings({
      ...parseEnv(z.object(kafkaVariables)),
      KAFKA_BROKERS: isCluster(settings) ? clusterParts(settings, secrets, ports)[0].url.split(",") : undefined,
    }),
    logger: createLogger("demo", "error"),
  });
  try {
    const result = await fillDemo(demoApi(appUrl), log, Date.now(), (line) => process.stdout.write(`  ${line}\n`));
    const what = result === "filled before" ? "The demo account already exists" : `Counted ${result.clicks} clicks`;
    const { email, password } = demoAccount;
    process.stdout.write(`${what}. Log in at ${settings.publicUrl}/login as ${email} with the password ${password}\n`);
    process.stdout.write(`"${protectedLink}" requires the password ${demoLinkPassword}\n`);
  } finally {
    await log.close();
  }
}

function isCluster({ kafkaBrokers, dataFolder }: Settings): boolean {
  return kafkaBrokers !== undefined || "kafka" in runningChildren(dataFolder);
}

try {
  await demo();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
