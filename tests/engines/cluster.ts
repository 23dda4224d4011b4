import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates, type TestCertificates } from "@hoplog/platform/testing/certificates.js";
import type { TestCluster } from "@hoplog/platform/testing/cluster.js";
import { startKafka } from "@hoplog/stack/engines/kafka/kafka.js";
import { startRedis } from "@hoplog/stack/engines/redis/redis.js";
import { freePort } from "@hoplog/platform/process/freePort.js";

/** Starts a Kafka and a Redis in a separate folder. Compaction runs continuously instead of after a delay. */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "hoplog-test-cluster-"));
  const certificates = await makeCertificates(join(folder, "certificates"));
  const redis = { port: await freePort(), password: "a secret/with?odd:characters", tls: await freePort() };
  const kafkaPassword = "another-secret/with?odd:characters";
  const [port, controllerPort, behindGate] = [await freePort(), await freePort(), await freePort()];
  const gate = await freePort();
  const tls = { open: await freePort(), mutual: await freePort(), sasl: await freePort() };
  const started = await Promise.allSettled([
    startKafka({
      dataDir: join(folder, "kafka"),
      port,
      controllerPort,
      properties: {
        ...manyDoors({ PLAINTEXT: [port], GATE: [behindGate, gate], CONTROLLER: [controllerPort] }, tls),
        ...security(certificates, kafkaPassword),
        "log.cleaner.backoff.ms": "100",
      },
      format: { scram: [256, 512].map((bits) => `SCRAM-SHA-${bits}=[name=hoplog,password=${kafkaPassword}]`) },
    }),
    startRedis({
      dataDir: join(folder, "redis"),
      port: redis.port,
      password: redis.password,
      tls: { port: redis.tls, ca: certificates.ca, cert: certificates.server.cert, key: certificates.server.key },
    }),
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
  const kafka = { broker: `127.0.0.1:${port}`, behindGate, gate, tls, password: kafkaPassword };
  return { cluster: { kafka, redis, certificates }, stop };
}

/**
 * Returns listener settings with which clients get the address of the listener that they used. `plain` and `tls`
 * contain the ports by listener name; in `plain`, a second port is the one to advertise.
 */
function manyDoors(
  plain: Record<string, readonly [number, number?]>,
  tls: TestCluster["kafka"]["tls"],
): Record<string, string> {
  const secure: typeof plain = { OPEN: [tls.open], MUTUAL: [tls.mutual], SASL: [tls.sasl] };
  const doors = Object.entries({ ...plain, ...secure });
  const at = (port: (ports: readonly [number, number?]) => number, names = doors): string =>
    names.map(([name, ports]) => `${name}://127.0.0.1:${port(ports)}`).join(",");
  const protocols = { SASL: "SASL_SSL", OPEN: "SSL", MUTUAL: "SSL" };
  const advertised = doors.filter(([name]) => name !== "CONTROLLER");
  return {
    listeners: at(([port]) => port),
    "advertised.listeners": at(([port, other]) => other ?? port, advertised),
    "listener.security.protocol.map": [
      ...Object.keys(plain).map((name) => `${name}:PLAINTEXT`),
      ...Object.entries(protocols).map(([name, protocol]) => `${name}:${protocol}`),
    ].join(","),
    "inter.broker.listener.name": "PLAINTEXT",
  };
}

function security(certificates: TestCertificates, password: string): Record<string, string> {
  const login = "org.apache.kafka.common.security";
  return {
    "ssl.keystore.type": "PEM",
    "ssl.keystore.location": certificates.server.both,
    "ssl.truststore.type": "PEM",
    "ssl.truststore.location": certificates.ca,
    "listener.name.mutual.ssl.client.auth": "required",
    "listener.name.sasl.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    "listener.name.sasl.plain.sasl.jaas.config": `${login}.plain.PlainLoginModule required user_hoplog="${password}";`,
    "listener.name.sasl.scram-sha-256.sasl.jaas.config": `${login}.scram.ScramLoginModule required;`,
    "listener.name.sasl.scram-sha-512.sasl.jaas.config": `${login}.scram.ScramLoginModule required;`,
  };
}
