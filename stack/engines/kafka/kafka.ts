import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openKafkaLog } from "@hoplog/platform/log/kafka/eventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { startChild } from "../child.ts";
import type { Engine, EngineEvents } from "../engine.ts";
import { formatData, type KafkaFormat, writeConfig } from "./format.ts";
import { kafkaJars } from "./jars.ts";
import { javaProgram } from "./java.ts";

/** Options of a Kafka broker. */
export interface KafkaOptions extends EngineEvents {
  /** Folder for the data and the configuration. */
  dataDir: string;
  port: number;
  /** Port of the broker's own controller. */
  controllerPort: number;
  /** Port advertised to clients, if it differs from `port`. */
  advertisedPort?: number;
  properties?: Readonly<Record<string, string>>;
  format?: KafkaFormat;
  /** 512 by default. */
  heapMb?: number;
}

/** Starts one broker on 127.0.0.1, which is its own controller, and resolves when it responds; `url` is HOST:PORT. */
export async function startKafka(options: KafkaOptions): Promise<Engine> {
  const { port, controllerPort, advertisedPort = port, properties = {}, format = {}, heapMb = 512 } = options;
  const java = javaProgram();
  const classpath = join(await kafkaJars(), "*");
  const files = writeConfig(resolve(options.dataDir), { port, controllerPort, advertisedPort, properties });
  await formatData(java, classpath, files, format);
  const url = `127.0.0.1:${port}`;
  const child = await startChild({
    name: "Kafka",
    file: java,
    args: [
      // Settings for a fast start and few threads, because the operating system does most of a broker's work.
      "-Xms128m",
      `-Xmx${heapMb}m`,
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=1",
      "-XX:+ExitOnOutOfMemoryError",
      "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
      "-Dorg.slf4j.simpleLogger.showDateTime=true",
      "-cp",
      classpath,
      "kafka.Kafka",
      files.config,
    ],
    answers: (gone) => answers(url, gone),
    stopTimeoutMs: 10_000,
    ...(options.onLog && { onLog: options.onLog }),
    ...(options.onExit && { onExit: options.onExit }),
  });
  return { ...child, url };
}

async function answers(broker: string, gone: AbortSignal): Promise<void> {
  const logger = createLogger("kafka", "silent");
  while (!gone.aborted) {
    try {
      const log = await openKafkaLog({ brokers: [broker], logger });
      await log.close();
      return;
    } catch {
      await delay(50);
    }
  }
}
