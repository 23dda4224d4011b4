import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { startKafka } from "@hoplog/stack/engines/kafka/kafka.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { readSettings } from "@hoplog/stack/settings.js";
import { engineParts } from "@hoplog/stack/supervisor/engines.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { startOwnRedirector, type OwnRedirector } from "../running/ownRedirector.ts";
import { type Line, startToxiproxy, type Toxiproxy } from "./toxiproxy.ts";

export type Log = "Postgres" | "Kafka";

/** Delay in milliseconds in each direction: a round trip takes twice as long. */
export const delayMs = 150;
const slow = { delayMs, loss: 0.01 };

/** A stack with local redirectors, and one redirector behind the slow line. */
export interface Installation {
  readonly stack: TestStack;
  /** Starts the far redirector; call it once the stack has links. */
  startFar(): Promise<OwnRedirector>;
  /** Cuts the far redirector off from the log and the databases. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
}

export async function openInstallation(log: Log): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-far-test-"));
  // Functions that stop started servers; called in reverse order.
  const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    const toxiproxy = await startToxiproxy();
    closing.push(toxiproxy.close);
    const kafka = log === "Kafka" ? await startKafkaWithLine(toxiproxy, folder) : null;
    if (kafka) closing.push(kafka.stop);
    const stack = await newTestStack();
    closing.push(() => stack.clear());
    const env = { ...(kafka && { KAFKA_BROKERS: kafka.near }), RATE_LIMITS: "off", LISTENERS: "1" };
    await stack.start({ target: kafka ? "up-cluster" : "up", env }).ready();
    const ports = storedPorts(stack.dataFolder);
    if (!ports) throw new Error("the stack has not stored its ports. Start it first");
    const toPostgres = await toxiproxy.openLine({ name: "postgres", to: ports.postgres, ...slow });
    const lines: Line[] = [toPostgres, ...(kafka ? [kafka.line] : [])];
    const settings = readSettings({ HOPLOG_DATA: stack.dataFolder }, repositoryRoot);
    const through = { postgres: toPostgres.port };
    const [{ url: databaseUrl }] = engineParts(settings, loadSecrets(stack.dataFolder), ports, through);
    return {
      stack,
      async startFar() {
        const far = await startOwnRedirector({
          databaseUrl,
          kafkaBrokers: kafka?.far,
          publicUrl: stack.appUrl,
          folder: join(folder, "far"),
        });
        closing.push(far.stop);
        return far;
      },
      cut: async () => void (await Promise.all(lines.map((line) => line.cut()))),
      heal: async () => void (await Promise.all(lines.map((line) => line.heal()))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a broker that advertises the line's address to clients that connect over the line, since Kafka tells clients
 * where to reconnect.
 */
async function startKafkaWithLine(toxiproxy: Toxiproxy, folder: string) {
  const [port, farPort, controllerPort] = [await freePort(), await freePort(), await freePort()];
  const line = await toxiproxy.openLine({ name: "kafka", to: farPort, ...slow });
  const engine = await startKafka({
    port,
    controllerPort,
    dataDir: join(folder, "kafka"),
    properties: {
      listeners: `PLAINTEXT://127.0.0.1:${port},FAR://127.0.0.1:${farPort},CONTROLLER://127.0.0.1:${controllerPort}`,
      "advertised.listeners": `PLAINTEXT://127.0.0.1:${port},FAR://127.0.0.1:${line.port}`,
      "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,FAR:PLAINTEXT,CONTROLLER:PLAINTEXT",
    },
  });
  return { near: engine.url, far: `127.0.0.1:${line.port}`, line, stop: () => engine.stop({ hurry: true }) };
}
