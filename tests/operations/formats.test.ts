import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { goldenBatches } from "@hoplog/schema/topics/clickBatch/golden.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type TestStack, newTestStack } from "../running/runningStack.ts";
import { openOwner } from "./account.ts";
import { databasesOf } from "./databases.ts";
import { runTool } from "./tool.ts";

let testStack: TestStack;
beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "error" } }).ready();
});
afterAll(() => testStack?.clear());

/** Two frames of the first version, as redirector/spool/golden.ts has them: a click, then a miss and a click. */
const goldenChunk = Buffer.from(
  "XQAAAHC0XvEBBQCwh1b+vHhCAQEBAQEBAQEBAQEBAQEBAQICAgICAgICAgICAgICAgIDAwMDAwMDAwMDAwMDAwMDBQAVAAMAYWdlbnRodHRwczovL25ld3MuZXhhbXBsZS9hPTFvAAAA/KCLvgIBAICMVv68eEIEAG5vcGUBAACgj1b+vHhCBAQEBAQEBAQEBAQEBAQEBAICAgICAgICAgICAgICAgIGBgYGBgYGBgYGBgYGBgYGBQAaAAAAYWdlbnRodHRwczovL8O8bsOvY29kZS5leGFtcGxlLw==",
  "base64",
);

/** The same, recorded at present. */
function oldChunk(): Buffer {
  const bytes = Buffer.from(goldenChunk);
  for (const timeAt of [10, 111, 127]) bytes.writeDoubleLE(Date.now(), timeAt);
  for (let at = 0; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at);
    bytes.writeUInt32LE(crc32(bytes.subarray(at + 8, end)), at + 4);
    at = end;
  }
  return bytes;
}

/** A batch of the first version, which has no checksum, of the present and under an id of its own: two clicks and a miss too. */
function oldBatch(): Buffer {
  const value = Buffer.from(goldenBatches[1], "base64");
  value.writeDoubleLE(Date.now(), 8);
  value.set(newId(), 16);
  return value;
}

function newId(): Buffer {
  const id = randomBytes(16);
  id[6] = 0x70;
  id[8] = 0x80;
  id.fill(0, 12);
  return id;
}

function uuid(id: Buffer): string {
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

it(
  "chunks and batches of the release before count once, beside new ones under load and whatever is killed",
  { timeout: 480_000 },
  async () => {
    const account = await openOwner(testStack.appUrl);
    const link = await account.createLink({ name: "Visited" });
    const { databaseUrl, clickHouse } = databasesOf(testStack);
    const log = await openEventLog({ databaseUrl, logger: createLogger("test", "silent") });
    onTestFinished(() => log.close());

    const patient = { timeout: 90_000, interval: 250 };
    const isThere = () =>
      fetch(`${testStack.shortUrl}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    let answered = 0;
    const visiting = new AbortController();
    const visits = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!visiting.signal.aborted) {
          const response = await fetch(`${testStack.shortUrl}/${link.code}`, {
            redirect: "manual",
            headers: { "accept-language": "de-AT,de;q=0.9" },
          }).catch(() => null);
          if (response?.status === 302) answered++;
          else await expect.poll(isThere, patient).toBe(true);
        }
      }),
    );

    // A backlog of each, with copies of every third: as after an answer of the log that got lost.
    const spool = join(testStack.dataFolder, "spool");
    mkdirSync(join(spool, "slot-7"), { recursive: true, mode: 0o700 });
    const count = 120;
    for (let i = 0; i < count; i++) {
      const id = uuid(newId());
      // Beside the slots as of before there were any, closed and as a killed listener leaves it.
      const file = i % 2 === 0 ? join(spool, `${id}.chunk`) : join(spool, "slot-7", `${id}.open`);
      const chunk = oldChunk();
      writeFileSync(file, i % 4 === 3 ? Buffer.concat([chunk, chunk.subarray(0, 60)]) : chunk, { mode: 0o600 });
      const value = oldBatch();
      await log.append(clicksV1, [{ key: null, value }]);
      if (i % 3 === 0) await log.append(clicksV1, [{ key: null, value }]);
      if (i === count / 3) process.kill(testStack.pids()["ingest"] ?? 0, "SIGKILL");
      if (i === count / 2) process.kill(testStack.pids()["redirector"] ?? 0, "SIGKILL");
    }
    const chunksLeft = () => readdirSync(spool, { recursive: true }).filter((name) => String(name).endsWith(".chunk"));
    await expect.poll(chunksLeft, patient).toEqual([]);
    visiting.abort();
    await visits;
    expect(answered).toBeGreaterThan(100);
    await expect.poll(() => account.clicks(), patient).toBeGreaterThanOrEqual(answered);
    await expect.poll(() => log.lag(clicksV1, "ingest"), patient).toBe(0);

    const old = "owner_id = '02020202-0202-0202-0202-020202020202'";
    const counted = async (what: string, where: string) => {
      const [row] = await clickHouse(`SELECT ${what} AS found FROM ${where}`);
      return Number(row?.["found"]);
    };
    // Two clicks and a miss of each chunk and of each batch.
    expect(await counted("count()", `clicks WHERE ${old}`)).toBe(4 * count);
    expect(await counted("uniqExact(click_id)", `clicks WHERE ${old}`)).toBe(4 * count);
    expect(await counted("sum(people + bots)", `link_quarter WHERE ${old}`)).toBe(4 * count);
    expect(await counted("count()", "misses WHERE code = 'nope'")).toBe(2 * count);
    expect(await counted("count()", `clicks WHERE ${old} AND revision = 0 AND languages = ''`)).toBe(4 * count);

    const own = `clicks WHERE link_id = '${link.id}'`;
    const clicks = await counted("count()", own);
    // A visit whose answer was cut off by the kill may have been recorded.
    expect(clicks).toBeGreaterThanOrEqual(answered);
    expect(clicks - answered).toBeLessThanOrEqual(8);
    expect(await counted("uniqExact(click_id)", own)).toBe(clicks);
    expect(await counted("countIf(languages = 'de-AT,de' AND revision = 1 AND user_agent != '')", own)).toBe(clicks);
    expect((await runTool(testStack, "verify", { ACCOUNT: account.email })).output).toContain(
      "Everything is as the raw clicks say.",
    );
  },
);

it("make unreadable tells what a damaged chunk has left, and ships what can be read of it", async () => {
  const spool = join(testStack.dataFolder, "spool");
  const { clickHouse } = databasesOf(testStack);
  const id = newId();
  const damaged = oldChunk();
  damaged[20] = 0;
  writeFileSync(join(spool, `${uuid(id)}.chunk`), damaged, { mode: 0o600 });
  await expect
    .poll(async () => (await runTool(testStack, "unreadable")).output, { timeout: 30_000 })
    .toContain(`${uuid(id)}  ${damaged.length} bytes: 1 clicks and 1 misses can be read, 101 bytes can't`);
  const clicks = async () => Number((await clickHouse("SELECT count() AS found FROM clicks"))[0]?.["found"]);
  const before = await clicks();
  const shipped = await runTool(testStack, "unreadable", { SHIP: uuid(id).slice(0, 8) });
  expect(shipped).toMatchObject({ code: 0, output: expect.stringContaining("1 clicks shipped, of 1 chunks.") });
  await expect.poll(clicks, { timeout: 30_000 }).toBe(before + 1);
  expect((await runTool(testStack, "unreadable")).output).toContain("Nothing was set aside.");
  expect(await runTool(testStack, "unreadable", { SHIP: "!" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("SHIP"),
  });
});
