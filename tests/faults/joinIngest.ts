import { spawn } from "node:child_process";
import { once } from "node:events";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { clusterParts, engineParts } from "@hoplog/stack/supervisor/engines.js";
import { readSettings } from "@hoplog/stack/settings.js";
import type { TestStack } from "../running/runningStack.ts";
import type { Join } from "./inject.ts";
import type { Way } from "./ways.ts";

/** Starts an additional ingest with the stack's settings and its own port. */
export function joinIngest(testStack: TestStack, way: Way, through: Record<string, number>): Join {
  return async () => {
    const ports = storedPorts(testStack.dataFolder);
    if (!ports) throw new Error("the stack has not been started");
    const settings = readSettings({ HOPLOG_DATA: testStack.dataFolder }, repositoryRoot);
    const secrets = loadSecrets(testStack.dataFolder);
    const [postgres, clickHouse] = engineParts(settings, secrets, ports, through);
    const [kafka, redis] = way === "cluster" ? clusterParts(settings, secrets, ports, through) : [];
    const child = spawn(process.execPath, ["ingest/dist/bundle/main.js"], {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        CLICKHOUSE_URL: clickHouse.url,
        ...(kafka && { KAFKA_BROKERS: kafka.url }),
        ...(redis && { REDIS_URL: redis.url }),
        METRICS_PORT: String(await freePort()),
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = once(child, "exit");
    return {
      async end(how) {
        child.kill(how);
        await ended;
      },
    };
  };
}
