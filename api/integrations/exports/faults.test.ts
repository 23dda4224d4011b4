import type { IncomingMessage } from "node:http";
import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
  planAll,
  readExport,
} from "../../testing/clickExports.ts";
import { operate } from "../../testing/listings.ts";
import { mailsTo } from "../../testing/mails.ts";
import { call, logIn, type TestUser } from "../../testing/testApi.ts";
import { leaseMs } from "./lease.ts";
import { lengthMs } from "./period.ts";
import { writeNextFile } from "./writeFile.ts";
import { smallestPart } from "./writeObject.ts";

let tests: ExportTests;
beforeAll(async () => {
  tests = await openExportTests();
});
afterEach(() => endExports(tests));
afterAll(() => tests.close());

const { daily: dayMs, hourly: hourMs } = lengthMs;
const minuteMs = 60 * 1000;
const dayIsOver = after(dayMs + hourMs);
const later = (ms: number) => new Date(dayIsOver.getTime() + ms);
const never = new AbortController().signal;

async function exported(clicks = 3) {
  const { user, click } = await clicked(tests.api);
  await insertClicks(
    tests.api,
    Array.from({ length: clicks }, (_, i) => click(after(i))),
  );
  return { user, ...(await createExport(tests, user)) };
}

/** Servers that support multipart uploads require the minimum part size of S3. */
const sizes = () =>
  tests.s3.knowsUploads ? { leastPart: smallestPart, clicks: 400_000 } : { leastPart: 256 * 1024, clicks: 12_500 };
const inParts = () => ({ leastPart: sizes().leastPart });

/** An export with enough clicks for a file of two parts. */
async function exportedInParts() {
  const { user, link } = await clicked(tests.api);
  await tests.api.services.clickhouse.command({
    query: `INSERT INTO clicks (owner_id, link_id, at, click_id, batch_id, visitor)
      SELECT {owner: UUID}, {link: UUID}, {at: DateTime64(3, 'UTC')} + toIntervalMillisecond(number * 100), generateUUIDv4(),
        toUUID('01900000-0000-7000-8000-000000000000'), rand64() FROM numbers(${sizes().clicks})`,
    query_params: { owner: user.id, link: link.id, at: firstDay.toISOString().replace("T", " ").replace("Z", "") },
  });
  return { user, clicks: sizes().clicks, ...(await createExport(tests, user)) };
}

/** Expects one file with each click once, and no leftover objects or uploads. */
async function expectWritten(user: TestUser, { id, prefix }: { id: string; prefix: string }, clicks: number) {
  const files = await exportedFiles(tests.api, user, id);
  expect(files.map(({ state, rows }) => [state, rows])).toEqual([["written", clicks]]);
  const keys = await tests.s3.keys(prefix);
  expect(keys).toEqual(files.map(({ key }) => key));
  expect(await clicksIn(tests.api, await tests.s3.read(keys[0] ?? ""))).toBe(clicks);
  if (tests.s3.knowsUploads) expect(await tests.s3.uploads()).toEqual([]);
  expect(await readExport(tests.api, user, id)).toMatchObject({ error: null, filesWritten: 1, filesWaiting: 0 });
}

/**
 * Simulates a process that is killed at its n-th request to the bucket: before the server gets it, or after the server
 * has processed it but before the response arrives.
 */
function dying(at: number, moment: "before" | "after"): { request: Outgoing; died: Promise<void> } {
  let asked = 0;
  const { promise: died, resolve } = Promise.withResolvers<void>();
  const request: Outgoing = async (asking) => {
    if (++asked < at) return tests.api.services.exportRequest(asking);
    if (asked === at && moment === "after") await tests.api.services.exportRequest(asking);
    resolve();
    // The request never returns, so the killed process has no further effect.
    return new Promise(() => {});
  };
  return { request, died };
}

it("files of a banned account wait until the ban is lifted", async () => {
  const { user } = await exported();
  await operate(tests.api, "ban", "user", user.id, "--reason", "Spam");
  expect(await exportAll(tests.api, dayIsOver)).toBe(0);
  await operate(tests.api, "lift", "user", user.id);
  expect(await exportAll(tests.api, dayIsOver)).toBe(1);
});

describe("a process that is killed", () => {
  it.each([
    [1, "before"],
    [1, "after"],
  ] as const)("at request %i, %s the server has it, leaves the file to the next", async (at, moment) => {
    const made = await exported();
    await planAll(tests.api, dayIsOver);
    const { request, died } = dying(at, moment);
    void writeNextFile(exportServices(tests.api, dayIsOver, { exportRequest: request }), never);
    await died;
    // No other process writes before the lease expires.
    expect(await exportAll(tests.api, later(leaseMs - 1000))).toBe(0);
    expect(await exportAll(tests.api, later(leaseMs))).toBe(1);
    await expectWritten(made.user, made, 3);
  });

  it.each([
    ["before an upload in parts has begun", 1, "before"],
    ["when it has begun one, and does not know of it", 1, "after"],
    ["before the first part", 2, "before"],
    ["after the first part", 2, "after"],
    ["after the second part", 3, "after"],
    ["before the parts are put together", 4, "before"],
    ["when they are, and it does not know of it", 4, "after"],
  ] as const)("%s leaves the file to the next, and no parts", async (_, at, moment) => {
    const made = await exportedInParts();
    await planAll(tests.api, dayIsOver);
    const { request, died } = dying(at, moment);
    void writeNextFile(exportServices(tests.api, dayIsOver, { exportRequest: request, ...inParts() }), never);
    await died;
    tests.s3.asked.length = 0;
    expect(await exportAll(tests.api, later(leaseMs), inParts())).toBe(1);
    // s3rver cannot abort uploads and returns an error, so the test can only check that an abort was requested.
    if (at > 1) expect(tests.s3.asked[0]).toMatch(/^DELETE .*uploadId=/);
    await expectWritten(made.user, made, made.clicks);
  });
});

describe("a process that is slow", () => {
  it("does not finish a file that another has taken meanwhile", async () => {
    const made = await exported();
    await planAll(tests.api, dayIsOver);
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const { promise: reading, resolve: hasRead } = Promise.withResolvers<void>();
    const services = exportServices(tests.api, dayIsOver);
    const { exportClickHouse } = services;
    const slow = writeNextFile(
      {
        ...services,
        exportClickHouse: Object.assign(Object.create(exportClickHouse), {
          async exec(...asked: Parameters<typeof exportClickHouse.exec>) {
            const answer = await exportClickHouse.exec(...asked);
            hasRead();
            await release;
            return answer;
          },
        }),
      },
      never,
    );
    await reading;
    expect(await exportAll(tests.api, later(leaseMs))).toBe(1);
    const { length } = tests.s3.asked;
    resolve();
    await slow;
    expect(tests.s3.asked).toHaveLength(length);
    await expectWritten(made.user, made, 3);
  });

  it("gives up its file when it is stopped, at once, for the next", async () => {
    const made = await exported();
    await planAll(tests.api, dayIsOver);
    const ending = new AbortController();
    tests.s3.fault = () => {
      ending.abort();
      return true;
    };
    await writeNextFile(exportServices(tests.api, dayIsOver), ending.signal);
    tests.s3.fault = null;
    expect(await exportAll(tests.api, dayIsOver)).toBe(1);
    await expectWritten(made.user, made, 3);
  });
});

describe("a bucket that fails", () => {
  const answering = (status: number, code: string) => {
    tests.s3.fault = (_request, response) => {
      response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`);
      return true;
    };
  };

  it.each([
    ["is too busy", () => answering(503, "SlowDown"), /limits the request rate \(HTTP 503, SlowDown\)/],
    ["refuses", () => answering(403, "AccessDenied"), /Access denied/],
    ["sends us elsewhere", () => answering(307, "TemporaryRedirect"), /not available at this endpoint/],
    [
      "breaks off",
      () =>
        void (tests.s3.fault = (request: IncomingMessage) => {
          request.once("data", () => request.destroy());
          return true;
        }),
      /closed the connection/,
    ],
    ["never answers", () => void (tests.s3.fault = () => true), /No answer within 300 ms/],
  ])("as one that %s has its file written later", async (_, fail, error) => {
    const made = await exported();
    fail();
    const { exportRequest } = tests.api.services;
    const impatient: Outgoing = (asking) => exportRequest({ ...asking, timeoutMs: 300 });
    expect(await exportAll(tests.api, dayIsOver, { exportRequest: impatient })).toBe(1);
    expect(await exportedFiles(tests.api, made.user, made.id)).toMatchObject([
      { state: "failed", error: expect.stringMatching(error) },
    ]);
    expect(await readExport(tests.api, made.user, made.id)).toMatchObject({ error: expect.stringMatching(error) });
    tests.s3.fault = null;
    expect(await exportAll(tests.api, later(30_000))).toBe(0);
    expect(await exportAll(tests.api, later(minuteMs))).toBe(1);
    await expectWritten(made.user, made, 3);
  });

  it("in the middle of an upload in parts leaves nothing under the key", async () => {
    const made = await exportedInParts();
    tests.s3.fault = (request, response) => {
      if (!request.url?.includes("partNumber=2")) return false;
      request.once("data", () => response.destroy());
      return true;
    };
    await exportAll(tests.api, dayIsOver, inParts());
    expect(await tests.s3.keys(made.prefix)).toEqual([]);
    expect(tests.s3.asked.at(-1)).toMatch(/^DELETE .*uploadId=/);
    if (!tests.s3.knowsUploads) return;
    expect(await tests.s3.uploads()).toEqual([]);
    tests.s3.fault = null;
    await exportAll(tests.api, later(minuteMs), inParts());
    await expectWritten(made.user, made, made.clicks);
  });

  it("says so in an answer of 200 when it puts parts together", async () => {
    const made = await exportedInParts();
    tests.s3.fault = (request, response) => {
      if (request.method !== "POST" || !request.url?.includes("uploadId=")) return false;
      response.writeHead(200).end("<Error><Code>InternalError</Code></Error>");
      return true;
    };
    await exportAll(tests.api, dayIsOver, inParts());
    expect(await exportedFiles(tests.api, made.user, made.id)).toMatchObject([
      { state: "failed", error: "Writing: The server failed (HTTP 200, InternalError)" },
    ]);
  });

  it("is told to the owner once, and again after it has worked", async () => {
    const made = await exported();
    const mails = async () =>
      (await mailsTo(tests.api, made.user.email)).filter(({ subject }) => subject === "Your export “Warehouse” fails");
    answering(403, "AccessDenied");
    for (let tries = 0; tries < 12; tries++) await exportAll(tests.api, later(tries * hourMs));
    expect(await readExport(tests.api, made.user, made.id)).toMatchObject({ failingSince: dayIsOver.toISOString() });
    await tests.api.services.reads.query(
      "UPDATE mail_outbox SET next_try_at = now() WHERE kind = 'click-export-fails'",
    );
    await expect.poll(mails).toHaveLength(1);
    const [mail] = await mails();
    expect(mail?.text).toContain(
      "Access denied: the access key does not permit this in the bucket (HTTP 403, AccessDenied)",
    );
    tests.s3.fault = null;
    await exportAll(tests.api, later(14 * hourMs));
    await expectWritten(made.user, made, 3);
  });

  it("holds up no other", async () => {
    const [bad, good] = [await exported(), await exported()];
    tests.s3.fault = (request) => request.url?.startsWith(`/clicks/${bad.prefix}`) ?? false;
    const { exportRequest } = tests.api.services;
    const hanging = new AbortController();
    await planAll(tests.api, dayIsOver);
    const first = writeNextFile(exportServices(tests.api, dayIsOver), hanging.signal);
    await expect.poll(() => tests.s3.asked.length).toBe(1);
    const impatient: Outgoing = (asking) => exportRequest({ ...asking, timeoutMs: 5000 });
    expect(await exportAll(tests.api, dayIsOver, { exportRequest: impatient })).toBeGreaterThan(0);
    await expectWritten(good.user, good, 3);
    hanging.abort();
    await first;
  });
});

describe("ClickHouse that fails", () => {
  it("is no failure of the bucket, and the file is written when it is back", async () => {
    const made = await exported();
    await planAll(tests.api, dayIsOver);
    const services = exportServices(tests.api, dayIsOver);
    const broken = Object.assign(Object.create(services.exportClickHouse), {
      exec: () => Promise.reject(new Error("Code: 241. DB::Exception: Memory limit exceeded")),
    });
    expect(await writeNextFile({ ...services, exportClickHouse: broken }, never)).toBe(true);
    const [file] = await exportedFiles(tests.api, made.user, made.id);
    expect(file).toMatchObject({
      state: "failed",
      error: "The clicks cannot be read at the moment; the server will try again",
    });
    expect(await readExport(tests.api, made.user, made.id)).toMatchObject({ error: null });
    expect(await exportAll(tests.api, later(minuteMs))).toBe(1);
    await expectWritten(made.user, made, 3);
  });
});

describe("an export that ends or is switched off", () => {
  it("in the middle of a file writes no more", async () => {
    const made = await exportedInParts();
    await planAll(tests.api, dayIsOver);
    tests.s3.fault = (request) => {
      if (!request.url?.includes("partNumber=2")) return false;
      void call(tests.api, "DELETE", `/api/exports/${made.id}`, { user: made.user }).then(() => request.destroy());
      return true;
    };
    await exportAll(tests.api, dayIsOver, inParts());
    expect(await tests.s3.keys(made.prefix)).toEqual([]);
    expect(tests.s3.asked.at(-1)).toMatch(/^DELETE .*uploadId=/);
  });

  it("in the middle of a file is written anew where it was paused and is resumed", async () => {
    const made = await exportedInParts();
    const user = await logIn(tests.api, made.user.email);
    await planAll(tests.api, dayIsOver);
    tests.s3.fault = (request) => {
      if (!request.url?.includes("partNumber=2")) return false;
      void call(tests.api, "POST", "/api/auth/logout-all", { user }).then(() => request.destroy());
      return true;
    };
    await exportAll(tests.api, dayIsOver, inParts());
    tests.s3.fault = () => false;
    expect(await exportAll(tests.api, later(2 * leaseMs), inParts())).toBe(0);
    expect(await tests.s3.keys(made.prefix)).toEqual([]);
    const again = await logIn(tests.api, user.email);
    await call(tests.api, "POST", `/api/auth/outlets/export/${made.id}/resume`, { user: again });
    expect(await exportAll(tests.api, later(3 * leaseMs), inParts())).toBe(1);
    await expectWritten(again, made, made.clicks);
  });

  it("waits with its files until it is switched on again", async () => {
    const made = await exported();
    const set = (enabled: boolean) =>
      call(tests.api, "PATCH", `/api/exports/${made.id}`, { user: made.user, body: { enabled } });
    await set(false);
    expect(await exportAll(tests.api, dayIsOver)).toBe(0);
    await set(true);
    expect(await exportAll(tests.api, dayIsOver)).toBe(1);
    await expectWritten(made.user, made, 3);
  });
});
