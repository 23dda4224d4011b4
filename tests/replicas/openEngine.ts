import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { startClickHouse } from "@hoplog/stack/engines/clickhouse/clickhouse.js";
import { signal } from "@hoplog/stack/processes/inspect.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { onTestFinished } from "vitest";

export interface OwnEngine {
  readonly url: string;
  /** Host and port of the server, as shown in messages. */
  readonly name: string;
  readonly folder: string;
  command(query: string): Promise<void>;
  rows(query: string): Promise<unknown[]>;
  stop(): Promise<void>;
  /** Freezes the server: it still accepts connections, but does not respond. */
  freeze(): void;
  thaw(): void;
}

/** Starts a separate ClickHouse with an empty database `hoplog`; `config` is merged into its configuration. */
export async function openEngine(config?: string): Promise<OwnEngine> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-replicas-"));
  if (config !== undefined) {
    mkdirSync(join(folder, "config.d"));
    writeFileSync(join(folder, "config.d", "cluster.xml"), `<clickhouse>${config}</clickhouse>`);
  }
  const engine = await startClickHouse({
    dataDir: folder,
    port: await freePort(),
    users: [{ name: "hoplog", password: "x" }],
    database: "hoplog",
  });
  const client = createClickHouse({ clickHouseUrl: engine.url, database: "hoplog", application: "test" });
  const stop = () => engine.stop({ hurry: true });
  onTestFinished(async () => {
    await client.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: engine.url,
    name: engine.address,
    folder,
    async command(query) {
      await client.command({ query });
    },
    async rows(query) {
      return (await client.query({ query, format: "JSONCompactEachRow" })).json();
    },
    stop,
    freeze: () => signal(engine.pid, "SIGSTOP"),
    thaw: () => signal(engine.pid, "SIGCONT"),
  };
}
