import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { clickHouseMigrationsFolder, migrateClickHouse, readMigrations } from "@hoplog/platform/clickhouse/migrate.js";
import { startClickHouse } from "@hoplog/stack/engines/clickhouse/clickhouse.js";
import { signal, waitUntilGone } from "@hoplog/stack/processes/inspect.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { expect, onTestFinished, test } from "vitest";

interface Batch {
  readonly token: string;
  readonly values: readonly object[];
}

function batches(count: number, size: number): Batch[] {
  const at = new Date().toISOString().replace("Z", "");
  const owner = randomUUID();
  return Array.from({ length: count }, () => ({
    token: randomUUID(),
    values: Array.from({ length: size }, (_, i) => ({
      owner_id: owner,
      link_id: owner,
      at,
      click_id: randomUUID(),
      country: ["DE", "FR", "US"][i % 3],
      browser: ["Chrome", "Firefox"][i % 2],
      referrer: `site${i % 7}.example`,
    })),
  }));
}

async function openEngine() {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-repeats-"));
  const port = await freePort();
  const start = () =>
    startClickHouse({
      dataDir: join(folder, "data"),
      port,
      users: [{ name: "hoplog", password: "x" }],
      database: "hoplog",
    });
  let engine = await start();
  const settings = { clickHouseUrl: `http://hoplog:x@127.0.0.1:${port}`, database: "hoplog", application: "test" };
  const client = createClickHouse(settings);
  onTestFinished(async () => {
    await client.close();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    settings,
    async insert(all: readonly Batch[]) {
      for (const { token, values } of all) {
        await client.insert({
          table: "clicks",
          values,
          format: "JSONEachRow",
          clickhouse_settings: { insert_deduplication_token: token, optimize_on_insert: 0, max_threads: 1 },
        });
      }
    },
    async killAndStart() {
      signal(engine.pid, "SIGKILL");
      await waitUntilGone(engine.pid, 10_000);
      engine = await start();
    },
    /** Returns the distinct numbers of clicks in the rows and in two views: a single one if they agree. */
    async sums(): Promise<number[]> {
      const answer = await client.query({
        query: `SELECT count() AS n FROM clicks UNION ALL SELECT sum(people) FROM link_quarter
          UNION ALL SELECT sum(people) FROM owner_quarter`,
        format: "JSONEachRow",
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      });
      const rows = await answer.json<{ n: number }>();
      return [...new Set(rows.map(({ n }) => n))];
    },
  };
}

const alone = (work: () => Promise<void>): Promise<void> => work();

test("a batch that is repeated after ClickHouse was killed counts once in every view", async () => {
  const migrations = await readMigrations(clickHouseMigrationsFolder());
  const engine = await openEngine();
  await migrateClickHouse(engine.settings, migrations, alone);
  const all = batches(10, 50);
  await engine.insert(all);
  await engine.insert(all);
  expect(await engine.sums()).toEqual([500]);
  await engine.killAndStart();
  await engine.insert(all);
  expect(await engine.sums()).toEqual([500]);
});
