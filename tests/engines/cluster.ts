import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestCluster } from "@hoplog/platform/testing/cluster.js";
import { startKafka } from "@hoplog/stack/engines/kafka/kafka.js";
import { startRedis } from "@hoplog/stack/engines/redis/redis.js";
import { freePort } from "@hoplog/stack/processes/ports.js";

/** Starts a Kafka and a Redis in a folder of their own. Compaction, which takes its time elsewhere, is always at it. */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "hoplog-test-cluster-"));
  const [port, controllerPort, behindGate, gate, redisPort] = await Promise.all(
    Array.from({ length: 5 }, () => freePort()),
  );
  if (!port || !controllerPort || !behindGate || !gate || !redisPort) throw new Error("no ports");
  const password = "a secret/with?odd:characters";
  const started = await Promise.allSettled([
    startKafka({
      dataDir: join(folder, "kafka"),
      port,
      controllerPort,
      properties: twoDoors(port, behindGate, gate, controllerPort),
    }),
    startRedis({ dataDir: join(folder, "redis"), port: redisPort, password }),
  ]);
  const stop = async () => {
    for (const engine of started) if (engine.status === "fulfilled") await engine.value.stop({ hurry: true });
    await rm(folder, { recursive: true, force: true });
  };
  const failed = started.find((engine) => engine.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const kafka = { broker: `127.0.0.1:${port}`, behindGate, gate };
  return { cluster: { kafka, redis: { port: redisPort, password } }, stop };
}

/** A second way in: whoever comes through a gate is told to come through it again. */
function twoDoors(port: number, behindGate: number, gate: number, controllerPort: number): Record<string, string> {
  const at = (listeners: Record<string, number>) =>
    Object.entries(listeners)
      .map(([name, number]) => `${name}://127.0.0.1:${number}`)
      .join(",");
  return {
    listeners: at({ PLAINTEXT: port, GATE: behindGate, CONTROLLER: controllerPort }),
    "advertised.listeners": at({ PLAINTEXT: port, GATE: gate }),
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,GATE:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "inter.broker.listener.name": "PLAINTEXT",
    "log.cleaner.backoff.ms": "100",
  };
}
