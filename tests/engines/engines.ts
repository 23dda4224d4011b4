import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClickHouse } from "@hoplog/stack/engines/clickhouse/clickhouse.js";
import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { isAlive } from "@hoplog/stack/processes/inspect.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import type { TestEngines } from "@hoplog/platform/testing/engines.js";
import { removeLeftovers } from "./leftovers.ts";
import { writeQuickProfile } from "./quickProfile.ts";

const prefix = "hoplog-test-engines-";

export interface RunningEngines {
  readonly urls: TestEngines;
  stop(): Promise<void>;
}

/** Starts both engines in a separate folder below the system's temporary folder. */
export async function startTestEngines(): Promise<RunningEngines> {
  // The engines of killed runs have already ended.
  removeLeftovers(tmpdir(), prefix, isAlive);
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const password = randomBytes(12).toString("hex");
  const [postgresPort, clickHousePort] = [await freePort(), await freePort()];
  // Each worker has its own engine, so one thread suffices. Stacks use a thread per core, like installations.
  writeQuickProfile(join(folder, "clickhouse"), { max_threads: 1 });
  const started = await Promise.allSettled([
    startPostgres({ dataDir: join(folder, "postgres"), port: postgresPort, password, durable: false }),
    startClickHouse({
      dataDir: join(folder, "clickhouse"),
      port: clickHousePort,
      users: [{ name: "hoplog", password }],
    }),
  ]);
  const [postgres, clickHouse] = started;
  const stop = async () => {
    await Promise.all(
      started.map(async (engine) => {
        if (engine.status === "fulfilled") await engine.value.stop({ hurry: true });
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };
  if (postgres.status === "rejected" || clickHouse.status === "rejected") {
    await stop();
    throw started.find((engine) => engine.status === "rejected")?.reason;
  }
  return {
    urls: {
      postgres: postgres.value.url,
      clickHouse: { address: clickHouse.value.address, username: clickHouse.value.user, password },
    },
    stop,
  };
}
