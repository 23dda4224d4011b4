import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@hoplog/stack/processes/ports.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { z } from "zod";

export interface BenchStack {
  readonly appUrl: string;
  readonly shortUrl: string;
  readonly databaseUrl: string;
  /** With user and password in it. */
  readonly clickHouseUrl: string;
  /** The same ClickHouse as the user `analyst`. */
  readonly analystUrl: string;
  /** Where ingest answers /metrics. */
  readonly ingestOpsUrl: string;
  pidOf(part: string): number;
  stop(): Promise<void>;
}

const pids = z.record(z.string(), z.object({ pid: z.number() }));

/** The whole product on free ports and a data folder of its own, with rate limits off. */
export async function startStack(): Promise<BenchStack> {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-"));
  const data = path.join(folder, "data");
  const [app, short] = [await freePort(), await freePort()];
  const own = {
    APP_PORT: String(app),
    SHORT_PORT: String(short),
    HOPLOG_DATA: data,
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  };
  const child = spawn(process.execPath, ["stack/dist/boot/up.js"], {
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: "production", ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("is ready") && resolve());
    void ended.then(() => reject(new Error("hoplog ended before it was ready")));
  });
  return {
    appUrl: `http://localhost:${app}`,
    shortUrl: `http://localhost:${short}`,
    ...addressesOf(data),
    pidOf(part) {
      const pid = pids.parse(JSON.parse(readFileSync(path.join(data, "pids.json"), "utf8")))[part]?.pid;
      if (pid === undefined) throw new Error(`${part} does not run`);
      return pid;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ports = z.object({ postgres: z.number(), clickHouse: z.number(), ingest: z.number() });
const secrets = z.record(z.string(), z.string());

function addressesOf(data: string): Pick<BenchStack, "databaseUrl" | "clickHouseUrl" | "analystUrl" | "ingestOpsUrl"> {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(data, file), "utf8"));
  const secret = secrets.parse(read("secrets.json"));
  const port = ports.parse(read("ports.json"));
  const password = (name: string) => encodeURIComponent(secret[name] ?? "");
  return {
    databaseUrl: `postgres://hoplog:${password("postgres")}@127.0.0.1:${port.postgres}/hoplog`,
    clickHouseUrl: `http://hoplog:${password("clickHouse")}@127.0.0.1:${port.clickHouse}`,
    analystUrl: `http://analyst:${password("analyst")}@127.0.0.1:${port.clickHouse}`,
    ingestOpsUrl: `http://127.0.0.1:${port.ingest}`,
  };
}
