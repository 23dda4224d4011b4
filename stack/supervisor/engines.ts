import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Ports } from "../datafolder/ports.ts";
import type { Secrets } from "../datafolder/secrets.ts";
import { startClickHouse } from "../engines/clickhouse/clickhouse.ts";
import { startPostgres } from "../engines/postgres/postgres.ts";
import { logPath } from "../services/logFile.ts";
import type { KeepOptions } from "./keepRunning.ts";
import type { Settings } from "./settings.ts";

/** An engine of the stack and the address under which the services reach it. */
export interface EnginePart {
  name: "postgres" | "clickhouse";
  url: string;
  /** Absent when the settings name an engine that someone else runs. */
  start?: KeepOptions["start"];
}

/** The two engines, each with the same address over all its restarts. */
export function engineParts(settings: Settings, secrets: Secrets, ports: Ports): [EnginePart, EnginePart] {
  const { dataFolder } = settings;
  const logTo = (name: string) => (line: string) => appendFileSync(logPath(dataFolder, name), `${line}\n`);
  const postgres: EnginePart = settings.databaseUrl
    ? { name: "postgres", url: settings.databaseUrl }
    : {
        name: "postgres",
        url: `postgres://hoplog:${secrets.postgres}@127.0.0.1:${ports.postgres}/hoplog`,
        start: (onExit) =>
          startPostgres({
            dataDir: join(dataFolder, "postgres"),
            port: ports.postgres,
            password: secrets.postgres,
            onExit,
            onLog: logTo("postgres"),
          }),
      };
  const clickHouse: EnginePart = settings.clickHouseUrl
    ? { name: "clickhouse", url: settings.clickHouseUrl }
    : {
        name: "clickhouse",
        url: `http://hoplog:${secrets.clickHouse}@127.0.0.1:${ports.clickHouse}`,
        start: async (onExit) => {
          const engine = await startClickHouse({
            dataDir: join(dataFolder, "clickhouse"),
            port: ports.clickHouse,
            users: [{ name: "hoplog", password: secrets.clickHouse }],
            database: settings.clickHouseDatabase,
            onExit,
            onLog: logTo("clickhouse"),
          });
          return engine;
        },
      };
  return [postgres, clickHouse];
}
