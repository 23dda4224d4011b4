import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks } from "../testing/clicks.ts";
import { mailsTo } from "../testing/mails.ts";
import { openTestS3, type TestS3 } from "../testing/s3.ts";
import { call, graphql, makeLink, openTestApi, password, signUp, type TestApi, type TestUser } from "../testing/testApi.ts";
import { createExportMetrics } from "./metrics.ts";
import { lengthMs, startOfPeriod } from "./period.ts";
import { planFiles } from "./plan.ts";
import { writeNextFile, type WriteServices } from "./writeFile.ts";

let api: TestApi;
let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3();
  api = await openTestApi({ settings: { EXPORT_NETWORKS: [{ address: "127.0.0.1", prefix: 32, family: "ipv4" }] } });
});
afterEach(() => {
  s3.fault = null;
  s3.asked.length = 0;
});
afterAll(async () => {
  await api.close();
  await s3.close();
});

const { daily: dayMs, hourly: hourMs } = lengthMs;
/** So far ahead that the api's own worker, whose clock is right, leaves its files alone. */
const first = startOfPeriod("daily", new Date(Date.now() + 200 * dayMs));
const after = (ms: number) => new Date(first.getTime() + ms);

let made = 0;

function settingsOf(more: object = {}) {
  const { endpoint, bucket, accessKeyId, secret } = s3;
  return { name: "Warehouse", endpoint, bucket, prefix: `p${++made}/all`, accessKeyId, secret, from: first.toISOString(), ...more };
}

async function create(user: TestUser, more: object = {}): Promise<string> {
  const { status, body } = await call(api, "POST", "/api/exports", { user, body: settingsOf(more) });
  expect([status, body]).toEqual([201, expect.anything()]);
  // The api's own worker looks at it first: it plans nothing, since all of it is in its future.
  const id = z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
  await expect.poll(async () => (await rowOf(id))["planned_until"]).not.toBeNull();
  return id;
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await api.services.reads.query("SELECT * FROM click_export WHERE id = $1", [id]);
  return rows[0] ?? {};
}

function servicesAt(now: Date, more: Partial<WriteServices> = {}): WriteServices {
  const { services } = api;
  return {
    ...services,
    exportClickHouse: services.clickhouse,
    exportMetrics: createExportMetrics(createRegistry("api")),
    now: () => now,
    ...more,
  };
}

const never = new AbortController().signal;

/** As one process does whose clock says so. Gives how many files it took. */
async function work(now: Date, more: Partial<WriteServices> = {}): Promise<number> {
  const services = servicesAt(now, more);
  while (await planFiles({ ...services, clickhouse: services.exportClickHouse }));
  let taken = 0;
  while (await writeNextFile(services, never)) taken++;
  return taken;
}

interface File {
  readonly startAt: string;
  readonly key: string;
  readonly state: string;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly error: string | null;
}

async function filesOf(user: TestUser, id: string): Promise<File[]> {
  const { body } = await call(api, "GET", `/api/exports/${id}/files?limit=100`, { user });
  return (body["data"] as File[]).toReversed();
}

async function exportOf(user: TestUser, id: string): Promise<Record<string, unknown>> {
  const { body } = await call(api, "GET", "/api/exports", { user });
  return (body["data"] as Record<string, unknown>[]).find(({ _id }) => _id === id) ?? {};
}

let tables = 0;

/** What ClickHouse reads from a file, as JSON. */
async function parquetRows(file: Buffer, columns: string, select: string): Promise<unknown[]> {
  const { clickhouse } = api.services;
  const table = `read_${++tables}`;
  await clickhouse.command({ query: `CREATE TABLE ${table} (${columns}) ENGINE = Memory` });
  if (file.length > 0) {
    const { Readable } = await import("node:stream");
    const answer = await clickhouse.exec({ query: `INSERT INTO ${table} FORMAT Parquet`, values: Readable.from([file]) });
    answer.stream.destroy();
  }
  const answer = await clickhouse.query({ query: `SELECT ${select} FROM ${table} ORDER BY ALL`, format: "JSONEachRow" });
  return answer.json();
}

const count = async (file: Buffer) => parquetRows(file, "click_id String", "count() AS n").then(([row]) => Number((row as { n: string }).n));

async function person() {
  const user = await signUp(api);
  const link = await makeLink(api, user, { name: "Spring" });
  const click = (at: Date, more: object = {}) => ({ ownerId: user.id, linkId: link.id, at: at.toISOString(), ...more });
  return { user, link, click };
}

describe("a day's file", () => {
  it("has the clicks of people as the account's own view has them, and is written once", async () => {
    const { user, link, click } = await person();
    await insertClicks(api, [
      click(after(0), { country: "DE", city: "Köln", visitor: 7 }),
      click(after(dayMs - 1), { utm_source: "news", languages: "de,en" }),
      click(after(dayMs)),
      click(after(-1)),
      click(after(hourMs), { isBot: true }),
    ]);
    const id = await create(user);
    expect(await work(after(dayMs + 10 * 60 * 1000))).toBe(0);
    expect(await work(after(dayMs + 20 * 60 * 1000))).toBe(1);
    expect(await work(after(dayMs + 50 * 60 * 1000))).toBe(0);
    const [file, ...more] = await filesOf(user, id);
    expect(more).toEqual([]);
    const [year, month, day] = first.toISOString().slice(0, 10).split("-");
    const key = `p${made}/all/workspace=${user.id}/year=${year}/month=${month}/day=${day}/clicks-${year}-${month}-${day}.parquet`;
    expect(file).toMatchObject({ state: "written", rows: 2, key, error: null });
    expect(await s3.keys(`p${made}/`)).toEqual([key]);
    const read = await s3.read(key);
    expect(read.length).toBe(file?.bytes);
    const columns =
      "account_id String, clicked_at DateTime64(3, 'UTC'), link_id String, code String, link_name String, country String, city String, languages String, utm_source String, visitor UInt64, is_bot Bool";
    expect(await parquetRows(read, columns, "*")).toEqual([
      expect.objectContaining({
        ...{ account_id: user.id, link_id: link.id, code: "", country: "DE", city: "Köln", visitor: "7", is_bot: false },
        clicked_at: after(0).toISOString().replace("T", " ").replace("Z", ""),
      }),
      expect.objectContaining({ languages: "de,en", utm_source: "news" }),
    ]);
    // Nothing that is not in the view, and neither addresses nor user agents.
    expect(read.includes("user_agent")).toBe(false);
    expect(read.subarray(0, 4).toString()).toBe("PAR1");
  });
});
