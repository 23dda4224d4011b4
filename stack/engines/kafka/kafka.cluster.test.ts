import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKafkaLog } from "@hoplog/platform/log/kafka/eventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandOf, isAlive, signal, waitUntilGone } from "../../processes/inspect.ts";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { EngineError, type Engine } from "../engine.ts";
import { spawnEngineParent } from "../fixtures/spawnEngineParent.ts";
import { javaProgram } from "./java.ts";
import { startKafka } from "./kafka.ts";

let folder: string;
let ports: { port: number; controllerPort: number };
let running: Engine | undefined;
const topic = { name: "kept", cleanup: "delete", retentionMs: 3_600_000 } as const;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "hoplog-kafka-test-"));
  ports = { port: await freePort(), controllerPort: await freePort() };
});

afterEach(async () => {
  await running?.stop({ hurry: true });
  running = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Engine> {
  running = await startKafka({ dataDir: join(folder, "kafka"), ...ports });
  return running;
}

/** Adds a record and returns the number of records. */
async function append(engine: Engine): Promise<number> {
  const log = await openKafkaLog({ brokers: [engine.url], logger: createLogger("test", "silent") });
  try {
    await log.append(topic, [{ key: null, value: Buffer.from("x") }]);
    return await log.lag(topic, "nobody");
  } finally {
    await log.close();
  }
}

test("its data survives a kill -9 and a stop", async () => {
  const first = await start();
  expect(await append(first)).toBe(1);
  signal(first.pid, "SIGKILL");
  expect(await waitUntilGone(first.pid, 5_000)).toBe(true);
  const second = await start();
  expect(await append(second)).toBe(2);
  await second.stop();
  expect(isAlive(second.pid)).toBe(false);
  expect(await append(await start())).toBe(3);
});

test("it ends with the process that started it", async () => {
  const { parent, enginePid } = await spawnEngineParent("kafka", join(folder, "kafka"), ports.port, "");
  expect(commandOf(enginePid)).toContain("kafka.Kafka");
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(enginePid)).toBe(false);
});

test("a taken port is an error that says so", async () => {
  const other = createServer((socket) => socket.destroy()).listen(ports.port, "127.0.0.1");
  await once(other, "listening");
  try {
    await expect(start()).rejects.toThrow(/Kafka ended.*Address already in use/s);
  } finally {
    other.close();
  }
});

test("a missing Java is reported", () => {
  expect(() => javaProgram({ JAVA_HOME: folder })).toThrow(EngineError);
  expect(() => javaProgram({ JAVA_HOME: folder })).toThrow(/requires Java 17 or newer/);
});
