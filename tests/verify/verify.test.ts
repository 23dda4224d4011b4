import { spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { closedName } from "@hoplog/platform/spool/chunkNames.js";
import { unreadableFile, unreadableFolder } from "@hoplog/platform/spool/unreadableFiles.js";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { storedPorts } from "@hoplog/stack/datafolder/ports.js";
import { loadSecrets } from "@hoplog/stack/datafolder/secrets.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { newTestStack, type TestStack } from "../running/runningStack.ts";
import { openOwner, type Owner } from "./owner.ts";
import { clickBatch } from "./clickBatch.ts";
import { databasesOf } from "../operations/databases.ts";

const clicks = 200_000;
const batchSize = 25_000;
const day = 24 * 60 * 60 * 1000;

let testStack: TestStack;
let log: EventLog;
let owner: Owner;

beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "warn" } }).ready();
  const secrets = loadSecrets(testStack.dataFolder);
  log = await openEventLog({
    databaseUrl: `postgres://hoplog:${secrets.postgres}@127.0.0.1:${storedPorts(testStack.dataFolder)?.postgres}/hoplog`,
    logger: createLogger("test", "silent"),
  });
  owner = await openOwner(testStack.appUrl);
  const batches = clicks / batchSize;
  for (let i = 0; i < batches; i++) {
    // Clicks of the last six weeks, so that every chart and period has data.
    const start = Date.now() - (batches - i) * 5 * day;
    await log.append(clicksV1, [{ key: null, value: clickBatch(owner, batchSize, start, 5 * day - 60_000) }]);
  }
  await vi.waitFor(async () => expect(await owner.clicks()).toBe(clicks), { timeout: 120_000, interval: 200 });
});
afterAll(async () => {
  await log?.close();
  await testStack?.clear();
});

/** Runs `make verify` without the build. */
async function verify(env: NodeJS.ProcessEnv = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["stack/dist/boot/tool.js", "verify"], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      HOPLOG_DATA: testStack.dataFolder,
      APP_PORT: String(testStack.appPort),
      SHORT_PORT: String(testStack.shortPort),
      LINKS: "1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

// Each verification recounts 200,000 clicks, beside ingest or with many accounts.
describe("make verify", { timeout: 480_000 }, () => {
  it("finds every figure right after 200,000 clicks", async () => {
    const { code, output } = await verify({ LINKS: "2" });
    expect(output).toContain("All figures agree with the raw clicks.");
    expect(output).toContain("clicks recounted 200,000,");
    expect(code).toBe(0);
  });

  it("finds them right while clicks keep coming, and lets those through", async () => {
    const running = new AbortController();
    let batchesLetThrough = 0;
    const coming = (async () => {
      while (!running.signal.aborted) {
        await log.append(clicksV1, [{ key: null, value: clickBatch(owner, 1000, Date.now() - 1000, 1000) }]);
        await expect.poll(() => log.lag(clicksV1, "ingest")).toBe(0);
        if (!running.signal.aborted) batchesLetThrough++;
      }
    })();
    const { code, output } = await verify();
    running.abort();
    await coming;
    expect(output).toContain("All figures agree with the raw clicks.");
    expect(code).toBe(0);
    expect(batchesLetThrough).toBeGreaterThan(2);
    const [, seconds, holds, longestMs] =
      /Took ([\d.]+) s\. Ingest was paused (\d+) times, at most (\d+) ms/.exec(output) ?? [];
    expect(Number(holds)).toBeGreaterThan(10);
    // Compared with the whole duration, because a busy machine prolongs both.
    expect(Number(longestMs)).toBeLessThan((Number(seconds) * 1000) / 3);
  });

  it("finds what was lost, of one account, and says what is wrong with the settings", async () => {
    const { clickHouse } = loadSecrets(testStack.dataFolder);
    const address = `http://127.0.0.1:${storedPorts(testStack.dataFolder)?.clickHouse}/?database=hoplog&lightweight_deletes_sync=2`;
    const answer = await fetch(address, {
      method: "POST",
      headers: { "x-clickhouse-user": "hoplog", "x-clickhouse-key": clickHouse },
      body: "DELETE FROM owner_day WHERE day = (SELECT min(day) FROM owner_day)",
    });
    expect(await answer.text()).toBe("");
    const { postgres } = databasesOf(testStack);
    await postgres(
      "INSERT INTO dead_letter (topic, digest, value, reason, recorded_at) VALUES ('clicks.v1', '\\x01', '\\x0102', 'damaged', '2026-11-01Z')",
    );
    const spool = join(testStack.dataFolder, "spool");
    mkdirSync(unreadableFolder(spool), { recursive: true });
    writeFileSync(unreadableFile(spool, "019a0000-0000-7000-8000-000000000000"), Buffer.alloc(7));
    // Redirectors can't read a folder with the name of a chunk, so it stays in the spool.
    const stuck = join(spool, "slot-900", closedName("019a0000-0000-7000-8001-000000000000"));
    mkdirSync(stuck, { recursive: true });
    utimesSync(stuck, new Date("2026-01-01Z"), new Date("2026-01-01Z"));
    const found = await verify({ ACCOUNT: owner.email.toUpperCase(), ATTEMPTS: "1" });
    expect(found.output).toContain(
      "Data that no figure includes:\n  1 batch of clicks (an unknown number of clicks, 2 bytes) since 2026-11-01T00:00:00.000Z could not be read: make dead-letters\n" +
        "  1 damaged chunk of the spool (7 bytes) could not be read whole: make unreadable",
    );
    expect(found.output).toMatch(
      /\n {2}1 chunk of the spool \([\d,]+ bytes\) waits to be shipped since 2026-01-01T00:00:00\.000Z: see shipper/,
    );
    expect(found.output).toMatch(/\d+ figures? differs?:\n {2}owner_day /);
    expect(found.output).not.toContain(owner.email);
    expect(found.code).toBe(1);
    const unknown = await verify({ ACCOUNT: "nobody@example.com" });
    expect(unknown).toEqual({ code: 2, output: "No account has this id or email address.\n" });
    const elsewhere = await verify({ HOPLOG_DATA: `${testStack.dataFolder}-none` });
    expect(elsewhere.output).toContain("Start hoplog first: make up");
    expect(elsewhere.code).toBe(2);
  });
});
