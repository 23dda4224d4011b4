import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestStack, newTestStack } from "../running/runningStack.ts";
import { databasesOf } from "./databases.ts";
import { runTool } from "./tool.ts";

let testStack: TestStack;
beforeAll(async () => {
  testStack = await newTestStack();
  await testStack.start({ env: { RATE_LIMITS: "off", LOG_LEVEL: "error" } }).ready();
});
afterAll(() => testStack?.clear());

/** Two frames, as defined in redirector/spool/golden.ts: a click, then a miss and a click. */
const goldenChunk =
  "jgAAAKffcQqCAYvP5WgAcHCcHB8HAAAAAAEFALCHVv68eEIBAQEBAQEBAQEBAQEBAQEBAgICAgICAgICAgICAgICAgAAAAAHAAAAAAAAAAAAAAADAwMDAwMDAwMDAwMDAwMDBQAVAAMADgBhZ2VudGh0dHBzOi8vbmV3cy5leGFtcGxlL2E9MWRlLUFULGRlO3E9MC45BAEAAE+w+KeCAYvP5WgAcHCcHB8HAQAAAAIBAICMVv68eEIEBAQEBAQEBAQEBAQEBAQEAgICAgICAgICAgICAgICAgAAAAAJAAAAAAAAAAAAAAAJCQkJCQkJCQkJCQkJCQkJAQAFAAAAAgALAAYABABhZ2VudGZyaG9wLmV4YW1wbGUvbm9wZS9ub3BlAQAAoI9W/rx4QgQEBAQEBAQEBAQEBAQEBAQCAgICAgICAgICAgICAgICAAAAAAcAAAAAAAAAAAAAAAYGBgYGBgYGBgYGBgYGBgYFABoAAAAOAGFnZW50aHR0cHM6Ly/DvG7Dr2NvZGUuZXhhbXBsZS9kZS1BVCxkZTtxPTAuOQ==";

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

it("make unreadable tells what a damaged chunk has left, and ships what can be read of it", async () => {
  const spool = join(testStack.dataFolder, "spool");
  const { clickHouse } = databasesOf(testStack);
  const id = newId();
  const damaged = Buffer.from(goldenChunk, "base64");
  damaged[20] = 0;
  writeFileSync(join(spool, `${uuid(id)}.chunk2`), damaged, { mode: 0o600 });
  await expect
    .poll(async () => (await runTool(testStack, "unreadable")).output)
    .toContain(`${uuid(id)}  ${damaged.length} bytes: 1 click and 1 miss are readable, 150 bytes not`);
  const clicks = async () => Number((await clickHouse("SELECT count() AS found FROM clicks"))[0]?.["found"]);
  const before = await clicks();
  const shipped = await runTool(testStack, "unreadable", { SHIP: uuid(id).slice(0, 8) });
  expect(shipped).toMatchObject({ code: 0, output: expect.stringContaining("1 click shipped from 1 chunk.") });
  await expect.poll(clicks).toBe(before + 1);
  expect((await runTool(testStack, "unreadable")).output).toContain("Nothing was set aside.");
  expect(await runTool(testStack, "unreadable", { SHIP: "!" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("SHIP"),
  });
});
