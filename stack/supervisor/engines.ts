import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { containsOnlyStackFiles } from "../datafolder/access.ts";
import type { Ports } from "../datafolder/ports.ts";
import type { Secrets } from "../datafolder/secrets.ts";
import { startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { accountUsersFile } from "../engines/clickhouse/analysts.ts";
import { startPostgres } from "../engines/postgres/postgres.ts";
import { startRedis } from "../engines/redis/redis.ts";
import { appendLines } from "../services/logFile.ts";
import type { SuperviseOptions } from "./superviseProcess.ts";
import type { Settings } from "../settings.ts";

/** An engine of the stack, with the URL that the services use. */
export interface EnginePart {
  name: "postgres" | "clickhouse" | "kafka" | "redis";
  url: string;
  /** Starts the engine; absent if it is run externally. */
  start?: SuperviseOptions["start"];
}

/** Local ports that services use instead of an engine's own; in tests, the ports of proxies. */
export type Through = Partial<Record<keyof Ports, number>>;

/** Returns the two engines of every stack. Their addresses stay the same across restarts. */
export function engineParts(
  settings: Settings,
  secrets: Secrets,
  ports: Ports,
  through: Through = {},
): [EnginePart, EnginePart] {
  const { dataFolder } = settings;
  const [postgresLog, clickhouseLog] = [appendLines(dataFolder, "postgres"), appendLines(dataFolder, "clickhouse")];
  const postgres: EnginePart = settings.databaseUrl
    ? { name: "postgres", url: settings.databaseUrl }
    : {
        name: "postgres",
        url: `postgres://hoplog:${secrets.postgres}@127.0.0.1:${through.postgres ?? ports.postgres}/hoplog`,
        start: (onExit) =>
          startPostgres({
            dataDir: join(dataFolder, "postgres"),
            port: ports.postgres,
            password: secrets.postgres,
            parentIsOurs: containsOnlyStackFiles(dataFolder),
            isSmall: settings.isSmall,
            onExit,
            onLog: postgresLog,
          }),
      };
  const clickHouseFolder = join(dataFolder, "clickhouse");
  const clickHouse: EnginePart = settings.clickHouseUrl
    ? { name: "clickhouse", url: settings.clickHouseUrl }
    : {
        name: "clickhouse",
        url: `http://hoplog:${secrets.clickHouse}@127.0.0.1:${through.clickHouse ?? ports.clickHouse}`,
        start: (onExit) => {
          // Deletes the users file that earlier releases wrote, with which accounts could query this engine.
          rmSync(accountUsersFile(clickHouseFolder), { force: true });
          return startClickHouse({
            dataDir: clickHouseFolder,
            port: ports.clickHouse,
            users: [{ name: "hoplog", password: secrets.clickHouse }],
            database: settings.clickHouseDatabase,
            isSmall: settings.isSmall,
            // Analysts' users exist here only because the views need them: queries run in separate engines
            // (analysts.ts).
            analystPassword: randomUUID(),
            onExit,
            onLog: clickhouseLog,
          });
        },
      };
  return [postgres, clickHouse];
}

/** Returns the additional engines of a cluster; Kafka's address is HOST:PORT. */
export function clusterParts(
  settings: Settings,
  secrets: Secrets,
  ports: Ports,
  through: Through = {},
): [EnginePart, EnginePart] {
  const { dataFolder } = settings;
  const [kafkaLog, redisLog] = [appendLines(dataFolder, "kafka"), appendLines(dataFolder, "redis")];
  const advertisedPort = through.kafka ?? ports.kafka;
  const kafka: EnginePart = settings.kafkaBrokers
    ? { name: "kafka", url: settings.kafkaBrokers.join(",") }
    : {
        name: "kafka",
        url: `127.0.0.1:${advertisedPort}`,
        start: async (onExit) => {
          // Kafka's module is loaded on demand, because loading it takes 0.1 s.
          const { startKafka } = await import("../engines/kafka/kafka.ts");
          return startKafka({
            dataDir: join(dataFolder, "kafka"),
            port: ports.kafka,
            controllerPort: ports.kafkaController,
            advertisedPort,
            onExit,
            onLog: kafkaLog,
          });
        },
      };
  const redis: EnginePart = settings.redisUrl
    ? { name: "redis", url: settings.redisUrl }
    : {
        name: "redis",
        url: `redis://:${secrets.redis}@127.0.0.1:${through.redis ?? ports.redis}`,
        start: (onExit) =>
          startRedis({
            dataDir: join(dataFolder, "redis"),
            port: ports.redis,
            password: secrets.redis,
            onExit,
            onLog: redisLog,
          }),
      };
  return [kafka, redis];
}
