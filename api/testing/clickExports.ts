import { Readable } from "node:stream";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { vi } from "vitest";
import { z } from "zod";
import type { ExportContent } from "../integrations/exports/contents.ts";
import { createExportMetrics } from "../integrations/exports/metrics.ts";
import { lengthMs, startOfPeriod } from "../integrations/exports/period.ts";
import { planFiles } from "../integrations/exports/plan.ts";
import { smallestPart } from "../integrations/exports/writeObject.ts";
import { writeNextFile, type WriteServices } from "../integrations/exports/writeFile.ts";
import { openTestS3, type TestS3 } from "@hoplog/platform/testing/s3.js";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestApiOptions, type TestUser } from "./testApi.ts";

export interface ExportTests {
  readonly api: TestApi;
  readonly s3: TestS3;
  close(): Promise<void>;
}

export const loopback = [{ address: "127.0.0.1", prefix: 32, family: "ipv4" }] as const;

/** Opens an API that may access buckets on this machine, and an S3 server. */
export async function openExportTests(options: TestApiOptions = {}): Promise<ExportTests> {
  const s3 = await openTestS3();
  const settings = { EXPORT_NETWORKS: [...loopback], ...options.settings };
  const api = await openTestApi({ ...options, settings });
  return {
    api,
    s3,
    async close() {
      await api.close();
      await s3.close();
    },
  };
}

const { daily: dayMs } = lengthMs;
/** A day far in the future, so that the API's own worker with the real clock ignores its files. */
export const firstDay = startOfPeriod("daily", new Date(Date.now() + 200 * dayMs));
/** Returns the instant that is `ms` milliseconds after {@link firstDay}. */
export const after = (ms: number) => new Date(firstDay.getTime() + ms);

let made = 0;

/** Returns the settings of an export to a unique prefix. */
export function exportSettings({ endpoint, bucket, accessKeyId, secret }: TestS3, more: object = {}) {
  const from = firstDay.toISOString();
  return { name: "Warehouse", endpoint, bucket, prefix: `p${++made}/all`, accessKeyId, secret, from, ...more };
}

const madeBody = z.object({ data: z.object({ _id: z.string(), prefix: z.string() }) });

/** Sets up an export from {@link firstDay} on. */
export async function createExport({ api, s3 }: ExportTests, user: TestUser, more: object = {}) {
  const { body } = await call(api, "POST", "/api/exports", { user, body: exportSettings(s3, more) });
  const { _id: id, prefix } = madeBody.parse(body).data;
  // Waits until the API's own worker has checked the export. It plans no files, because all periods are in its future.
  await vi.waitFor(async () => {
    const { rows } = await api.services.reads.query(
      sql`SELECT 1 FROM click_export WHERE id = ${id} AND planned_until IS NOT NULL AND (conversions_planned_until IS NOT NULL
        OR NOT conversions)`,
    );
    if (rows.length === 0) throw new Error("the server has not planned the export yet");
  }, 60_000);
  return { id, prefix };
}

/** Deletes all exports and resets the S3 server's fault and recorded requests, so that tests don't affect each other. */
export async function endExports({ api, s3 }: ExportTests): Promise<void> {
  s3.fault = null;
  await api.services.reads.query("DELETE FROM click_export");
  s3.asked.length = 0;
}

export function exportServices({ services }: TestApi, now: Date, more: Partial<WriteServices> = {}): WriteServices {
  const exportMetrics = createExportMetrics(createRegistry("api"));
  const { clickhouse: exportClickHouse } = services;
  return { ...services, exportClickHouse, exportMetrics, leastPart: smallestPart, now: () => now, ...more };
}

/** Runs the worker of one process with a given clock until nothing is due. Returns the number of files. */
export async function exportAll(api: TestApi, now: Date, more: Partial<WriteServices> = {}): Promise<number> {
  const services = exportServices(api, now, more);
  await planAll(api, now);
  let taken = 0;
  while (await writeNextFile(services, new AbortController().signal)) taken++;
  return taken;
}

export async function planAll(api: TestApi, now: Date): Promise<void> {
  while (await planFiles({ ...api.services, now: () => now }));
}

const fileBody = z.object({
  startAt: z.string(),
  key: z.string(),
  state: z.string(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  error: z.string().nullable(),
  dueAt: z.string().nullable(),
});

/** Returns the files of an export, oldest first. */
export async function exportedFiles(api: TestApi, user: TestUser, id: string, content: ExportContent = "clicks") {
  const { body } = await call(api, "GET", `/api/exports/${id}/files?limit=100&content=${content}`, { user });
  return z
    .object({ data: z.array(fileBody) })
    .parse(body)
    .data.toReversed();
}

export async function readExport(api: TestApi, user: TestUser, id: string) {
  const { body } = await call(api, "GET", "/api/exports", { user });
  const found = z
    .object({ data: z.array(z.looseObject({ _id: z.string(), error: z.string().nullable() })) })
    .parse(body);
  return found.data.find(({ _id }) => _id === id);
}

let tables = 0;

/** Reads rows of a file with ClickHouse. */
export async function parquetRows(api: TestApi, file: Buffer, columns: string, select = "*"): Promise<unknown[]> {
  const { clickhouse } = api.services;
  const table = `read_${++tables}`;
  await clickhouse.command({ query: `CREATE TABLE ${table} (${columns}) ENGINE = Memory` });
  const written = await clickhouse.exec({
    query: `INSERT INTO ${table} FORMAT Parquet`,
    values: Readable.from([file]),
  });
  written.stream.destroy();
  const answer = await clickhouse.query({
    query: `SELECT ${select} FROM ${table} ORDER BY ALL`,
    format: "JSONEachRow",
  });
  return answer.json();
}

/** Counts the clicks of a file, and expects no duplicates. */
export async function clicksIn(api: TestApi, file: Buffer): Promise<number> {
  const found = await parquetRows(
    api,
    file,
    "click_id String",
    "toUInt32(uniqExact(click_id)) AS n, toUInt32(count()) AS counted",
  );
  const [{ n, counted }] = z.tuple([z.object({ n: z.number(), counted: z.number() })]).parse(found);
  if (n !== counted) throw new Error(`the file contains ${counted - n} repeated clicks`);
  return n;
}

/** Creates a user with a link; `click` returns a click of the link. */
export async function clicked(api: TestApi) {
  const user = await signUp(api);
  const link = await makeLink(api, user, { name: "Spring" });
  const click = (at: Date, more: object = {}) => ({ ownerId: user.id, linkId: link.id, at: at.toISOString(), ...more });
  return { user, link, click };
}
