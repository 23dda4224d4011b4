import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeWhole } from "../writeWhole.ts";

/** Paths of the files in a broker's folder. */
export interface KafkaFiles {
  readonly config: string;
  readonly data: string;
}

export interface BrokerSettings {
  readonly port: number;
  readonly controllerPort: number;
  /** Port advertised to clients; in tests, the port of a proxy. */
  readonly advertisedPort: number;
  /** Properties that override the defaults; for tests. */
  readonly properties: Readonly<Record<string, string>>;
}

export function writeConfig(folder: string, settings: BrokerSettings): KafkaFiles {
  const files = { config: join(folder, "server.properties"), data: join(folder, "data") };
  mkdirSync(folder, { recursive: true });
  const { port, controllerPort, advertisedPort } = settings;
  const properties: Record<string, string | number> = {
    "process.roles": "broker,controller",
    "node.id": 1,
    "controller.quorum.voters": `1@127.0.0.1:${controllerPort}`,
    "controller.listener.names": "CONTROLLER",
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${advertisedPort}`,
    "log.dirs": files.data,
    "auto.create.topics.enable": "false",
    "offsets.topic.replication.factor": 1,
    "offsets.topic.num.partitions": 4,
    "transaction.state.log.replication.factor": 1,
    "transaction.state.log.min.isr": 1,
    "share.coordinator.state.topic.replication.factor": 1,
    "share.coordinator.state.topic.min.isr": 1,
    // A new consumer starts immediately instead of waiting for others.
    "group.initial.rebalance.delay.ms": 0,
    // A killed broker may rejoin once its old session has expired, by default after 9 s.
    "broker.session.timeout.ms": 2000,
    "broker.heartbeat.interval.ms": 400,
    // A quarter of the usual size, for a small heap.
    "log.cleaner.dedupe.buffer.size": 33_554_432,
    ...settings.properties,
  };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`);
  writeWhole(files.config, lines.join(""));
  return files;
}

/** Settings that are fixed when the data folder is created. */
export interface KafkaFormat {
  /** ID shared by all brokers of a cluster; a new one by default. */
  readonly clusterId?: string;
  /** Users with a password for SCRAM, as `SCRAM-SHA-256=[name=NAME,password=PASSWORD]`. */
  readonly scram?: readonly string[];
}

/** Returns an id for a new cluster, in Kafka's format. */
export function newClusterId(): string {
  return Buffer.from(randomUUID().replaceAll("-", ""), "hex").toString("base64url").replace(/^-/, "A");
}

/** Creates the data folder at the first start; if that was interrupted, creates it again. */
export async function formatData(
  java: string,
  classpath: string,
  files: KafkaFiles,
  { clusterId = newClusterId(), scram = [] }: KafkaFormat,
): Promise<void> {
  if (existsSync(join(files.data, "meta.properties"))) return;
  rmSync(files.data, { recursive: true, force: true });
  const users = scram.flatMap((user) => ["--add-scram", user]);
  const machine = ["-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"];
  const command = ["kafka.tools.StorageTool", "format", "--cluster-id", clusterId, "--config", files.config, ...users];
  await promisify(execFile)(java, [...machine, "-cp", classpath, ...command]);
}
