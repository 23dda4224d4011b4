import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { z } from "zod";

export interface BenchStack {
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly databaseUrl: string;
  /** Undefined if the log is in Postgres. */
  readonly kafkaBrokers: string | undefined;
  readonly dataFolder: string;
  /** URL of ClickHouse, including user and password. */
  readonly clickHouseUrl: string;
  /** URL for analysts' queries as the user `analyst`. */
  readonly analystUrl: string;
  /** Base URL of ingest's /metrics. */
  readonly ingestOpsUrl: string;
  /** Opens the event log. The caller closes it. */
  openLog(): Promise<EventLog>;
  pidOf(part: string): number;
  /** Returns the process ids of all processes of a kind; empty if none runs. */
  pidsOf(part: string): number[];
  stop(): Promise<void>;
}

const pids = z.record(z.string(), z.object({ pid: z.number() }));

export interface BenchStackOptions {
  /** Whether to use Kafka and Redis. */
  readonly isCluster?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the whole product on free ports with its own data folder, without rate limits or destination checks. */
export async function startStack({ isCluster = false, env = {} }: BenchStackOptions = {}): Promise<BenchStack> {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-"));
  const data = path.join(folder, "data");
  const [app, short] = [await freePort(), await freePort()];
  const own = {
    APP_PORT: String(app),
    SHORT_PORT: String(short),
    HOPLOG_DATA: data,
    RATE_LIMITS: "off",
    DESTINATION_CHECKS: "off",
    LOG_LEVEL: "error",
    ...env,
  };
  const child = spawn(process.execPath, [`stack/dist/boot/${isCluster ? "upCluster" : "up"}.js`], {
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: "production", ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("is ready") && resolve());
    void ended.then(() => reject(new Error("hoplog exited before it was ready")));
  });
  return {
    appUrl: `http://localhost:${app}`,
    shortUrl: `http://localhost:${short}`,
    ...addressesOf(data),
    dataFolder: data,
    kafkaBrokers: logOf(data, isCluster).kafka?.brokers.join(","),
    openLog: () => openEventLog({ ...logOf(data, isCluster), logger: createLogger("bench", "silent") }),
    pidOf(part) {
      const [pid] = pidsOf(data, part);
      if (pid === undefined) throw new Error(`${part} is not running`);
      return pid;
    },
    pidsOf: (part) => pidsOf(data, part),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function pidsOf(data: string, part: string): number[] {
  const all = Object.entries(pids.parse(JSON.parse(readFileSync(path.join(data, "pids.json"), "utf8"))));
  return all.flatMap(([name, { pid }]) => (name.replace(/-\d+$/, "") === part ? [pid] : []));
}

function logOf(data: string, isCluster: boolean): Pick<Parameters<typeof openEventLog>[0], "databaseUrl" | "kafka"> {
  const { kafka } = ports.parse(JSON.parse(readFileSync(path.join(data, "ports.json"), "utf8")));
  return {
    databaseUrl: addressesOf(data).databaseUrl,
    kafka: isCluster ? { brokers: [`127.0.0.1:${kafka}`] } : undefined,
  };
}

const ports = z.object({
  kafka: z.number().optional(),
  postgres: z.number(),
  clickHouse: z.number(),
  ingest: z.number(),
  analysts: z.number(),
});
const secrets = z.record(z.string(), z.string());

function addressesOf(data: string): Pick<BenchStack, "databaseUrl" | "clickHouseUrl" | "analystUrl" | "ingestOpsUrl"> {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(data, file), "utf8"));
  const secret = secrets.parse(read("secrets.json"));
  const port = ports.parse(read("ports.json"));
  const password = (name: string) => encodeURIComponent(secret[name] ?? "");
  return {
    databaseUrl: `postgres://hoplog:${password("postgres")}@127.0.0.1:${port.postgres}/hoplog`,
    clickHouseUrl: `http://hoplog:${password("clickHouse")}@127.0.0.1:${port.clickHouse}`,
    analystUrl: `http://analyst:${password("analyst")}@127.0.0.1:${port.analysts}`,
    ingestOpsUrl: `http://127.0.0.1:${port.ingest}`,
  };
}
