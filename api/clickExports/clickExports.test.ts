import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { insertClicks } from "../testing/clicks.ts";
import {
  after,
  clicked,
  clicksIn,
  createExport,
  endExports,
  exportAll,
  exportedFiles,
  exportServices,
  type ExportTests,
  firstDay,
  openExportTests,
  parquetRows,
  planAll,
} from "../testing/clickExports.ts";
import { call } from "../testing/testApi.ts";
import { lengthMs } from "./period.ts";
import { writeNextFile } from "./writeFile.ts";

let tests: ExportTests;
beforeAll(async () => {
  tests = await openExportTests();
});
afterEach(() => endExports(tests));
afterAll(() => tests.close());

const { daily: dayMs, hourly: hourMs } = lengthMs;
const minuteMs = 60 * 1000;
const putsOf = (prefix: string) => tests.s3.asked.filter((each) => each.startsWith(`PUT /clicks/${prefix}`));

async function linksAreCopied(linkId: string): Promise<void> {
  const { clickhouse } = tests.api.services;
  const query = `SELECT code FROM links WHERE link_id = '${linkId}'`;
  await expect.poll(async () => (await clickhouse.query({ query, format: "JSONEachRow" })).json()).toHaveLength(1);
}

describe("a day's file", () => {
  it("has the clicks of people as the account's own view has them, and is written once", async () => {
    const { api, s3 } = tests;
    const { user, link, click } = await clicked(api);
    await linksAreCopied(link.id);
    await insertClicks(api, [
      click(after(0), { country: "DE", city: "Köln", visitor: 7 }),
      click(after(dayMs - 1), { utm_source: "news", languages: "de,en" }),
      click(after(dayMs)),
      click(after(-1)),
      click(after(hourMs), { isBot: true }),
    ]);
    const { id, prefix } = await createExport(tests, user);
    expect(await exportAll(api, after(dayMs + 10 * minuteMs))).toBe(0);
    expect(await exportAll(api, after(dayMs + 20 * minuteMs))).toBe(1);
    expect(await exportAll(api, after(dayMs + 60 * minuteMs))).toBe(0);
    const [file, ...more] = await exportedFiles(api, user, id);
    expect(more).toEqual([]);
    const date = firstDay.toISOString().slice(0, 10);
    const [year, month, day] = date.split("-");
    const key = `${prefix}/workspace=${user.id}/year=${year}/month=${month}/day=${day}/clicks-${date}.parquet`;
    expect(file).toMatchObject({ state: "written", rows: 2, key, error: null, dueAt: null });
    expect(await s3.keys(prefix)).toEqual([key]);
    const read = await s3.read(key);
    expect(read.length).toBe(file?.bytes);
    const columns = `account_id String, clicked_at DateTime64(3, 'UTC'), link_id String, code String, link_name String,
      country String, city String, languages String, utm_source String, visitor UInt64, is_bot Bool, group_id Nullable(String)`;
    expect(await parquetRows(api, read, columns)).toEqual([
      expect.objectContaining({
        account_id: user.id,
        link_id: link.id,
        code: link.code,
        link_name: "Spring",
        country: "DE",
        city: "Köln",
        visitor: 7,
        is_bot: false,
        group_id: null,
        clicked_at: after(0).toISOString().replace("T", " ").replace("Z", ""),
      }),
      expect.objectContaining({ languages: "de,en", utm_source: "news" }),
    ]);
  });

  it("has all columns of that view but the user agent, and of bots too where that is wanted", async () => {
    const { api, s3 } = tests;
    const { user, click } = await clicked(api);
    await insertClicks(api, [click(after(0)), click(after(1), { isBot: true })]);
    const { prefix } = await createExport(tests, user, { bots: true });
    await exportAll(api, after(dayMs + hourMs));
    const [key = ""] = await s3.keys(prefix);
    const file = await s3.read(key);
    expect(await clicksIn(api, file)).toBe(2);
    const view = await readFile(join(clickHouseMigrationsFolder(), "analytics", "clicks.sql"), "utf8");
    const names = [...view.matchAll(/^ {2}(\w+) .* COMMENT /gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(30);
    // The names stand in the foot of the file.
    const foot = file.toString("latin1", file.length - 8 - file.readUInt32LE(file.length - 8));
    expect(names.filter((name) => !foot.includes(name))).toEqual(["user_agent"]);
  });

  it("is not there where nothing was clicked, and there as soon as something was", async () => {
    const { api, s3 } = tests;
    const { user, click } = await clicked(api);
    const { id, prefix } = await createExport(tests, user);
    expect(await exportAll(api, after(dayMs + hourMs))).toBe(1);
    expect(await exportedFiles(api, user, id)).toMatchObject([{ state: "empty", rows: 0 }]);
    expect(await s3.keys(prefix)).toEqual([]);
    await insertClicks(api, [click(after(5))]);
    expect(await exportAll(api, after(dayMs + 2 * hourMs))).toBe(1);
    expect(await exportedFiles(api, user, id)).toMatchObject([{ state: "written", rows: 1 }]);
  });

  it("is written again under its key when clicks come late, for seven days, and later where somebody asks", async () => {
    const { api, s3 } = tests;
    const { user, click } = await clicked(api);
    await insertClicks(api, [click(after(0))]);
    const { id, prefix } = await createExport(tests, user);
    await exportAll(api, after(dayMs + hourMs));
    await insertClicks(api, [click(after(hourMs))]);
    expect(await exportAll(api, after(dayMs + 2 * hourMs))).toBe(1);
    const [key = "", ...others] = await s3.keys(prefix);
    expect(others).toEqual([]);
    expect(await clicksIn(api, await s3.read(key))).toBe(2);
    const late = after(9 * dayMs);
    await exportAll(api, late);
    await insertClicks(api, [click(after(2 * hourMs))]);
    await exportAll(api, new Date(late.getTime() + hourMs));
    expect(await clicksIn(api, await s3.read(key))).toBe(2);
    const range = { from: after(0).toISOString(), to: after(dayMs).toISOString() };
    // The api's own clock says that the day isn't over.
    const { body } = await call(api, "POST", `/api/exports/${id}/range`, { user, body: range });
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    await api.services.reads.query("UPDATE click_export_file SET due_at = $2 WHERE export_id = $1 AND rows = 2", [
      id,
      late,
    ]);
    await exportAll(api, new Date(late.getTime() + hourMs));
    expect(await clicksIn(api, await s3.read(key))).toBe(3);
  });
});

describe("files of hours", () => {
  it("are each written once by however many processes, none is skipped, and together they hold each click once", async () => {
    const { api, s3 } = tests;
    const { user, click } = await clicked(api);
    const clicks = Array.from({ length: 96 }, (_, i) => click(after(i * 15 * minuteMs)));
    await insertClicks(api, clicks);
    const { id, prefix } = await createExport(tests, user, { cadence: "hourly" });
    const now = after(dayMs + 20 * minuteMs);
    await planAll(api, now);
    const workers = Array.from({ length: 6 }, async () => {
      for (let idle = 0; idle < 20;) {
        if (!(await writeNextFile(exportServices(api, now), new AbortController().signal))) idle++;
      }
    });
    await Promise.all(workers);
    const files = await exportedFiles(api, user, id);
    expect(files.map(({ state, rows }) => [state, rows])).toEqual(Array.from({ length: 24 }, () => ["written", 4]));
    expect(putsOf(prefix)).toHaveLength(24);
    const keys = await s3.keys(prefix);
    expect(keys.toSorted()).toEqual(files.map(({ key }) => key));
    expect(keys[0]).toMatch(/\/hour=00\/clicks-\d{4}-\d\d-\d\dT00\.parquet$/);
    const counts = await Promise.all(keys.map(async (key) => clicksIn(api, await s3.read(key))));
    expect(counts.reduce((sum, n) => sum + n)).toBe(96);
  });

  it("of the past are written from the first click on, by the api itself", async () => {
    const { api, s3 } = tests;
    const { user, click } = await clicked(api);
    const hour = Math.floor(Date.now() / hourMs) * hourMs;
    await insertClicks(api, [click(new Date(hour - 40 * dayMs)), click(new Date(hour - 3 * hourMs))]);
    const { id, prefix } = await createExport(tests, user, { cadence: "hourly", from: "2020-01-01" });
    await expect.poll(async () => (await s3.keys(prefix)).length, { timeout: 60_000 }).toBe(2);
    const { rows } = await api.services.reads.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM click_export_file WHERE export_id = $1",
      [id],
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(40 * 24 - 1);
    const range = { from: new Date(hour - 3 * hourMs).toISOString(), to: new Date(hour).toISOString() };
    tests.s3.asked.length = 0;
    const { body } = await call(api, "POST", `/api/exports/${id}/range`, { user, body: range });
    expect(body).toMatchObject({ data: { files: 3 } });
    await expect.poll(() => putsOf(prefix).length, { timeout: 30_000 }).toBe(1);
  });
});

describe("a large file", () => {
  it("is written in parts, and holds each click once", async () => {
    const { api, s3 } = tests;
    const { user, link } = await clicked(api);
    const many = 400_000;
    await api.services.clickhouse.command({
      query: `INSERT INTO clicks (owner_id, link_id, at, click_id, batch_id, visitor, referrer)
        SELECT {owner: UUID}, {link: UUID}, {at: DateTime64(3, 'UTC')} + toIntervalMillisecond(number * 100), generateUUIDv4(),
          toUUID('01900000-0000-7000-8000-000000000000'), rand64(), toString(rand() % 1000) FROM numbers(${many})`,
      query_params: { owner: user.id, link: link.id, at: firstDay.toISOString().replace("T", " ").replace("Z", "") },
    });
    const { id, prefix } = await createExport(tests, user);
    await exportAll(api, after(dayMs + hourMs));
    const [file] = await exportedFiles(api, user, id);
    expect(file).toMatchObject({ state: "written", rows: many });
    expect(putsOf(prefix).length).toBeGreaterThan(1);
    const read = await s3.read(file?.key ?? "");
    expect(read.length).toBe(file?.bytes);
    expect(await clicksIn(api, read)).toBe(many);
  });
});
