import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTestApi, type TestApi } from "@hoplog/api/testing/testApi.js";
import { insertRequests } from "@hoplog/api/testing/clicks.js";
import { unreadableFile, unreadableFolder } from "@hoplog/platform/spool/unreadableFiles.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notCounted } from "./notCounted.ts";

let api: TestApi;
let database: pg.Client;
let spool: string;
beforeAll(async () => {
  api = await openTestApi();
  database = new pg.Client({ connectionString: api.databaseUrl });
  await database.connect();
  spool = mkdtempSync(path.join(tmpdir(), "spool-"));
});
afterAll(async () => {
  await database.end();
  await api.close();
  rmSync(spool, { recursive: true });
});

const found = (folder: string | null = spool) => notCounted(api.services.clickhouse, database, folder);
const chunks = ["019a0000-0000-7000-8000-000000000000", "019a0000-0000-7000-8001-000000000000"] as const;

it("names the chunks of the spool that were set aside, with what to run, until they are gone", async () => {
  expect(await found()).toEqual([]);
  mkdirSync(unreadableFolder(spool));
  writeFileSync(unreadableFile(spool, chunks[0]), Buffer.alloc(1500));
  // One that is just being written.
  writeFileSync(`${unreadableFile(spool, chunks[1])}.unfinished`, Buffer.alloc(10));
  expect(await found()).toEqual([
    "1 damaged chunk of the spool (1,500 bytes) could not be read whole: make unreadable, then see docs/operations.md#damaged-chunks-of-the-spool",
  ]);
  writeFileSync(unreadableFile(spool, chunks[1]), Buffer.alloc(500));
  expect(await found()).toEqual([expect.stringMatching(/^2 damaged chunks of the spool \(2,000 bytes\)/)]);
  expect(await found(null)).toEqual([]);
  rmSync(unreadableFolder(spool), { recursive: true });
  expect(await found()).toEqual([]);
});

it("names requests that were dropped, and when", async () => {
  const ids = { ownerId: "01900000-0000-7000-8000-0000000000aa", linkId: "01900000-0000-7000-8000-0000000000ab" };
  await insertRequests(api, [{ ...ids, at: "2026-03-01T10:05:00.000Z", clicks: 5, dropped: 1 }]);
  expect(await found()).toEqual([
    "1 request at 2026-03-01 10:00 UTC was answered and not recorded, since neither disk nor memory had room, and can't be restored: give the redirector's disk more room, see docs/operations.md#a-full-disk",
  ]);
  await insertRequests(api, [
    { ...ids, at: "2026-03-02T11:20:00.000Z", dropped: 1233 },
    { ...ids, at: "2026-03-03T11:20:00.000Z", clicks: 3 },
  ]);
  expect(await found()).toEqual([
    expect.stringContaining("1,234 requests between 2026-03-01 10:00 and 2026-03-02 11:15 UTC were answered"),
  ]);
});
