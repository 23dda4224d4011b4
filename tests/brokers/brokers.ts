import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdminClient } from "@hoplog/platform/log/kafka/admin.js";
import { createKafka } from "@hoplog/platform/log/kafka/client.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { makeCertificates } from "@hoplog/platform/testing/certificates.js";
import type { Engine } from "@hoplog/stack/engines/engine.js";
import { newClusterId } from "@hoplog/stack/engines/kafka/format.js";
import { startKafka } from "@hoplog/stack/engines/kafka/kafka.js";
import { signal, waitUntilGone } from "@hoplog/stack/processes/inspect.js";
import { freePort } from "@hoplog/platform/process/freePort.js";

/** A Kafka of three brokers, each also a controller. Clients connect over TLS and log in with SCRAM. */
export interface Brokers {
  /** The service's KAFKA_… settings. */
  readonly env: Readonly<Record<string, string>>;
  /** Kills a broker with SIGKILL. */
  kill(index: number): Promise<void>;
  /** Restarts a killed broker with its data. */
  revive(index: number): Promise<void>;
  /** Returns the number of partitions of these topics with fewer than three in-sync replicas. */
  behind(topics: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

const count = 3;
const password = "a-secret/with?odd:characters";

export async function startBrokers(): Promise<Brokers> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-brokers-test-"));
  const clusterId = newClusterId();
  const certificates = await makeCertificates(join(folder, "certificates"));
  const nodes: { readonly port: number; readonly controllerPort: number; readonly securePort: number }[] = [];
  for (let i = 0; i < count; i++) {
    nodes.push({ port: await freePort(), controllerPort: await freePort(), securePort: await freePort() });
  }
  const voters = nodes.map(({ controllerPort }, i) => `${i + 1}@127.0.0.1:${controllerPort}`).join(",");
  const running: (Engine | null)[] = nodes.map(() => null);

  async function start(index: number): Promise<void> {
    const node = nodes[index];
    if (!node) throw new RangeError(`no broker at index ${index}`);
    const { port, controllerPort, securePort } = node;
    running[index] = await startKafka({
      port,
      controllerPort,
      dataDir: join(folder, `kafka-${index + 1}`),
      heapMb: 256,
      format: { clusterId, scram: [`SCRAM-SHA-512=[name=hoplog,password=${password}]`] },
      properties: {
        "node.id": String(index + 1),
        "controller.quorum.voters": voters,
        "offsets.topic.replication.factor": "3",
        listeners: `PLAINTEXT://127.0.0.1:${port},SECURE://127.0.0.1:${securePort},CONTROLLER://127.0.0.1:${controllerPort}`,
        "advertised.listeners": `PLAINTEXT://127.0.0.1:${port},SECURE://127.0.0.1:${securePort}`,
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": certificates.server.both,
        "listener.name.secure.sasl.enabled.mechanisms": "SCRAM-SHA-512",
        "listener.name.secure.scram-sha-512.sasl.jaas.config":
          "org.apache.kafka.common.security.scram.ScramLoginModule required;",
      },
    });
  }

  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const close = async (): Promise<void> => {
    await Promise.all(running.map(async (broker) => broker?.stop({ hurry: true })));
    rmSync(folder, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(nodes.map((_, index) => start(index)));
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  const admin = createAdminClient(createKafka({ brokers: addresses }, createLogger("test", "silent")));
  return {
    env: {
      KAFKA_BROKERS: nodes.map(({ securePort }) => `127.0.0.1:${securePort}`).join(","),
      KAFKA_SSL_CA: certificates.ca,
      KAFKA_SASL_MECHANISM: "scram-sha-512",
      KAFKA_SASL_USERNAME: "hoplog",
      KAFKA_SASL_PASSWORD: password,
    },
    async kill(index) {
      const pid = running[index]?.pid;
      if (pid === undefined) throw new RangeError(`broker ${index} is not running`);
      signal(pid, "SIGKILL");
      await waitUntilGone(pid, 5000);
      running[index] = null;
    },
    revive: start,
    async behind(topics) {
      const metadata = await admin.run((client) => client.fetchTopicMetadata({ topics: [...topics] }));
      return metadata.topics.flatMap(({ partitions }) => partitions).filter(({ isr }) => isr.length < count).length;
    },
    async close() {
      await admin.close();
      await close();
    },
  };
}
