import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { clickHouseMigrationsFolder } from "@hoplog/platform/clickhouse/migrate.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { removeConversions, writeConversions } from "../../analytics/conversions/writeRows.ts";
import { insertClicks } from "../../testing/clicks.ts";
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
  readExport,
} from "../../testing/clickExports.ts";
import { call, type TestUser } from "../../testing/testApi.ts";
import { leaseMs } from "./lease.ts";
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
    const columns = `workspace_id String, clicked_at DateTime64(3, 'UTC'), link_id String, code String, link_name String,
      country String, city String, languages String, utm_source String, visitor UInt64, is_bot Bool, group_id Nullable(String)`;
    expect(await parquetRows(api, read, columns)).toEqual([
      expect.objectContaining({
        workspace_id: user.id,
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
    // Column names are stored in the footer of the file.
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
    // The call uses the API's own clock, so the day is not over.
    const { body } = await call(api, "POST", `/api/exports/${id}/range`, { user, body: range });
    expect(body).toMatchObject({ error: { type: "VALIDATION_ERROR" } });
    await api.services.reads.query(
      sql`UPDATE click_export_file SET due_at = ${late} WHERE export_id = ${id} AND rows = 2`,
    );
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
    await insertClicks(api, [click(new Date(hour - 10 * dayMs)), click(new Date(hour - 3 * hourMs))]);
    const { id, prefix } = await createExport(tests, user, { cadence: "hourly", from: "2020-01-01" });
    await expect.poll(async () => (await s3.keys(prefix)).length).toBe(2);
    const { rows } = await api.services.reads.query<{ n: number }>(
      sql`SELECT count(*)::integer AS n FROM click_export_file WHERE export_id = ${id}`,
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(10 * 24 - 1);
    const range = { from: new Date(hour - 3 * hourMs).toISOString(), to: new Date(hour).toISOString() };
    tests.s3.asked.length = 0;
    const { body } = await call(api, "POST", `/api/exports/${id}/range`, { user, body: range });
    expect(body).toMatchObject({ data: { files: 3 } });
    await expect.poll(() => putsOf(prefix).length).toBe(1);
    const year = { from: new Date(hour - 365 * dayMs).toISOString(), to: new Date(hour).toISOString() };
    const { body: ofYear } = await call(api, "POST", `/api/exports/${id}/range`, { user, body: year });
    expect(ofYear).toMatchObject({ data: { files: 10 * 24 } });
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
    expect(file).toMatchObject({ error: null, state: "written", rows: many });
    expect(putsOf(prefix).length).toBeGreaterThan(1);
    const read = await s3.read(file?.key ?? "");
    expect(read.length).toBe(file?.bytes);
    expect(await clicksIn(api, read)).toBe(many);
  });
});

describe("conversions", () => {
  /** Inserts a conversion with the given creation time, as the conversion worker does. */
  async function reported({ user, link }: Awaited<ReturnType<typeof clicked>>, createdAt: Date, facts: object = {}) {
    const { newId, clickhouse } = tests.api.services;
    const conversion = {
      id: newId(),
      ownerId: user.id,
      linkId: link.id,
      clickId: newId(),
      type: "sale" as const,
      name: "Order",
      eventId: null,
      amount: "4900",
      currency: "EUR",
      matched: null,
      refunded: "0",
      refunds: 0,
      at: createdAt,
      createdAt,
      clickedAt: new Date(createdAt.getTime() - 40 * dayMs),
    };
    const click = {
      owner_id: user.id,
      click_id: conversion.clickId,
      link_id: link.id,
      at: "2026-01-01 00:00:00.000",
      ...facts,
    };
    await writeConversions(clickhouse, [{ conversion, click }]);
    return conversion;
  }
  const columns = `workspace_id String, conversion_id String, reported_at DateTime64(3, 'UTC'), type String, amount UInt64,
    currency String, code String, link_name String, country String, arm UInt32, matched Bool`;
  const filesOf = (user: TestUser, id: string) => exportedFiles(tests.api, user, id, "conversions");
  const idsIn = async (key: string) => {
    const rows = await parquetRows(tests.api, await tests.s3.read(key), "conversion_id String");
    return (rows as { conversion_id: string }[]).map((row) => row.conversion_id);
  };

  it("are files of their own by when they were reported, however old their clicks are, where the owner wants them", async () => {
    const { api, s3 } = tests;
    const made = await clicked(api);
    const { user, link, click } = made;
    await linksAreCopied(link.id);
    await insertClicks(api, [click(after(0))]);
    const sale = await reported(made, after(hourMs), { country: "AT", arm: 2 });
    await reported(made, after(dayMs));
    await reported(made, after(hourMs), { is_bot: true });
    const silent = await createExport(tests, user);
    const { id, prefix } = await createExport(tests, user, { conversions: true });
    await exportAll(api, after(dayMs + 20 * minuteMs));
    expect(await s3.keys(silent.prefix)).toHaveLength(1);
    const [file, ...more] = await filesOf(user, id);
    expect(more).toEqual([]);
    const date = firstDay.toISOString().slice(0, 10);
    const [year, month, day] = date.split("-");
    const folder = `workspace=${user.id}/year=${year}/month=${month}/day=${day}`;
    const key = `${prefix}/conversions/${folder}/conversions-${date}.parquet`;
    expect(file).toMatchObject({ state: "written", rows: 1, key });
    expect((await s3.keys(prefix)).toSorted()).toEqual([key, `${prefix}/${folder}/clicks-${date}.parquet`].toSorted());
    expect(await parquetRows(api, await s3.read(key), columns)).toMatchObject([
      {
        workspace_id: user.id,
        conversion_id: sale.id,
        type: "sale",
        currency: "EUR",
        code: link.code,
        link_name: "Spring",
        country: "AT",
        arm: 2,
        matched: true,
      },
    ]);
    expect(await readExport(api, user, id)).toMatchObject({ conversions: true, filesWritten: 2, filesWaiting: 0 });
    const putOnce = putsOf(prefix).length;
    expect(await exportAll(api, after(dayMs + 2 * hourMs))).toBe(0);
    expect(putsOf(prefix)).toHaveLength(putOnce);
  });

  it("are written again when a click is found late or one is taken back, also after weeks in which nobody looked", async () => {
    const { api, s3 } = tests;
    const made = await clicked(api);
    const { user } = made;
    const first = await reported(made, after(hourMs));
    const { id } = await createExport(tests, user, { conversions: true });
    await exportAll(api, after(dayMs + hourMs));
    const [{ key = "" } = {}] = await filesOf(user, id);
    expect(await idsIn(key)).toEqual([first.id]);
    // One conversion is added and one is removed, so the number of rows stays the same.
    const second = await reported(made, after(2 * hourMs));
    await removeConversions(api.services.clickhouse, [first]);
    await exportAll(api, after(dayMs + 2 * hourMs));
    expect(await idsIn(key)).toEqual([second.id]);
    const third = await reported(made, after(3 * hourMs));
    await exportAll(api, after(30 * dayMs));
    expect(await idsIn(key)).toEqual([second.id, third.id].toSorted());
    const put = tests.s3.asked.length;
    await exportAll(api, after(30 * dayMs + hourMs));
    expect(tests.s3.asked).toHaveLength(put);
    expect((await s3.keys(key)).length).toBe(1);
  });

  it("are written again when their click is judged otherwise", async () => {
    const { api, s3 } = tests;
    const made = await clicked(api);
    const { user } = made;
    await reported(made, after(hourMs));
    const { id } = await createExport(tests, user, { conversions: true, bots: true });
    await exportAll(api, after(dayMs + hourMs));
    const [{ key = "" } = {}] = await filesOf(user, id);
    const verdicts = async () => parquetRows(api, await s3.read(key), "is_bot Bool");
    expect(await verdicts()).toEqual([{ is_bot: false }]);
    await api.services.clickhouse.command({
      query: `INSERT INTO conversions SELECT * REPLACE (true AS is_bot) FROM conversions FINAL WHERE owner_id = {owner: UUID}`,
      query_params: { owner: user.id },
    });
    await exportAll(api, after(dayMs + 2 * hourMs));
    expect(await verdicts()).toEqual([{ is_bot: true }]);
  });

  it("rest while they are switched off, and nothing that was reported meanwhile is left out", async () => {
    const { api } = tests;
    const made = await clicked(api);
    const { user } = made;
    const sales = [await reported(made, after(hourMs)), await reported(made, after(dayMs + hourMs))];
    const { id } = await createExport(tests, user);
    await exportAll(api, after(dayMs + hourMs));
    expect(await filesOf(user, id)).toEqual([]);
    const change = (conversions: boolean) => call(api, "PATCH", `/api/exports/${id}`, { user, body: { conversions } });
    expect((await change(true)).body).toMatchObject({ data: { conversions: true } });
    // The API's own worker checks the export first but plans no files, because all periods are in its future.
    const planned = sql`SELECT FROM click_export WHERE id = ${id} AND conversions_planned_until IS NOT NULL`;
    await expect.poll(async () => (await api.services.reads.query(planned)).rowCount).toBe(1);
    await exportAll(api, after(dayMs + 2 * hourMs));
    expect(await filesOf(user, id)).toMatchObject([{ rows: 1 }]);
    await change(false);
    await exportAll(api, after(2 * dayMs + 2 * hourMs));
    expect(await filesOf(user, id)).toHaveLength(1);
    await change(true);
    await exportAll(api, after(2 * dayMs + 3 * hourMs));
    const files = await filesOf(user, id);
    expect(files).toMatchObject([{ rows: 1 }, { rows: 1 }]);
    expect(await Promise.all(files.map(({ key }) => idsIn(key)))).toEqual(sales.map((sale) => [sale.id]));
  });

  it("are left to the next by a process that is killed, and written by one of many", async () => {
    const { api, s3 } = tests;
    const made = await clicked(api);
    const { user, click } = made;
    await insertClicks(api, [click(after(0))]);
    const sale = await reported(made, after(hourMs));
    const { id, prefix } = await createExport(tests, user, { conversions: true });
    const now = after(dayMs + hourMs);
    await planAll(api, now);
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const exportRequest: Outgoing = async (request) => {
      await api.services.exportRequest(request);
      resolve();
      return new Promise(() => {});
    };
    void writeNextFile(exportServices(api, now, { exportRequest }), new AbortController().signal);
    await asked;
    // A destination's files are written one at a time, and no other process takes one of them before the lease expires.
    expect(await exportAll(api, new Date(now.getTime() + leaseMs - 1000))).toBe(0);
    const later = new Date(now.getTime() + leaseMs);
    const takes = Array.from({ length: 6 }, async () => {
      let taken = 0;
      while (await writeNextFile(exportServices(api, later), new AbortController().signal)) taken++;
      return taken;
    });
    await Promise.all(takes);
    while (await writeNextFile(exportServices(api, later), new AbortController().signal));
    const [file] = await filesOf(user, id);
    expect(file).toMatchObject({ state: "written", rows: 1 });
    expect(await idsIn(file?.key ?? "")).toEqual([sale.id]);
    expect(await s3.keys(prefix)).toHaveLength(2);
    expect(await readExport(api, user, id)).toMatchObject({ error: null, filesWritten: 2, filesWaiting: 0 });
  });
});
