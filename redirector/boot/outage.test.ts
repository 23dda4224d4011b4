import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { makeCertificates } from "@hoplog/platform/testing/certificates.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { requireTls } from "@hoplog/platform/testing/postgresTls.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { healthOf, link, metricsOf, openTestRedirector, settingsFor, visit } from "../testing/testRedirector.ts";
import { openRedirector } from "./openRedirector.ts";

const nowhere = "postgres://nobody:x@127.0.0.1:1/none";
const logger = createLogger("redirector", "silent");

async function chunksIn(folder: string): Promise<string[]> {
  const files = await readdir(path.join(folder, "spool"), { recursive: true });
  return files.filter((file) => /\.(open|chunk)2?$/.test(file));
}

async function open() {
  const test = await openTestRedirector();
  onTestFinished(() => test.close());
  await test.publish("docs", link);
  await expect.poll(async () => (await visit(test, "/docs")).status).toBe(302);
  return test;
}

describe("while what lies behind is down", () => {
  it("redirects from the start, keeps the clicks, and ships them once when it is back", async () => {
    const test = await open();
    await expect.poll(() => test.clicks.length).toBeGreaterThan(0);
    await test.redirector.stop();
    const before = test.clicks.length;

    const offline = await openRedirector(settingsFor(nowhere, test.folder), logger);
    for (let i = 0; i < 20; i++) expect((await visit({ redirector: offline }, "/docs")).status).toBe(302);
    const unknown = await visit({ redirector: offline }, "/unknown");
    expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "30"]);
    await expect
      .poll(() => healthOf({ redirector: offline }))
      .toMatchObject({ parts: { feed: "the link feed is not connected yet" } });
    await offline.stop();
    expect(test.clicks.length).toBe(before);
    expect((await chunksIn(test.folder)).length).toBeGreaterThan(0);

    const online = await openRedirector(settingsFor(test.databaseUrl, test.folder), logger);
    onTestFinished(() => online.stop());
    await expect.poll(() => test.clicks.length).toBe(before + 20);
    await expect.poll(() => chunksIn(test.folder)).toEqual([]);
    expect(new Set(test.clicks.map(({ id }) => id)).size).toBe(test.clicks.length);
  });

  it("goes on redirecting while the disk takes nothing, and writes down what it kept", async () => {
    const test = await open();
    await expect.poll(() => test.clicks.length).toBeGreaterThan(0);
    await expect.poll(() => chunksIn(test.folder)).toEqual([]);
    const before = test.clicks.length;
    await rename(path.join(test.folder, "spool"), path.join(test.folder, "away"));
    for (let i = 0; i < 20; i++) expect((await visit(test, "/docs")).status).toBe(302);
    expect(await healthOf(test)).toMatchObject({
      parts: { spool: expect.stringMatching(/memory/) },
    });
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_spool_memory_bytes\{service="redirector"\} [1-9]/);
    await rename(path.join(test.folder, "away"), path.join(test.folder, "spool"));
    await expect.poll(() => test.clicks.length).toBe(before + 20);
    expect(await metricsOf(test)).toMatch(/hoplog_redirector_clicks_dropped_total\{service="redirector"\} 0/);
  });

  it("calls no code unknown that it has not looked up, since too many are being looked up", async () => {
    const test = await open();
    await test.database.query("BEGIN; LOCK TABLE link_target");
    const answers = await Promise.all(Array.from({ length: 260 }, (_, i) => visit(test, `/new-${i}`)));
    await test.database.query("ROLLBACK");
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(60);
    for (const { headers } of refused) expect(headers["retry-after"]).toBe("30");
    await expect.poll(async () => (await visit(test, "/new-259")).status).toBe(404);
  });

  it("redirects while its settings don't fit, and says which one to look at", async () => {
    const test = await open();
    await test.redirector.stop();
    const folder = await mkdtemp(path.join(tmpdir(), "hoplog-redirector-tls-"));
    const database = await freshDatabase();
    onTestFinished(async () => {
      await database.drop();
      await rm(folder, { recursive: true });
    });
    await requireTls(database.url, await makeCertificates(folder));
    const refused = await openRedirector(settingsFor(database.url, test.folder), logger);
    onTestFinished(() => refused.stop());
    expect((await visit({ redirector: refused }, "/docs")).status).toBe(302);
    await expect
      .poll(() => healthOf({ redirector: refused }))
      .toMatchObject({
        parts: { shipper: expect.stringMatching(/Postgres requires TLS. Check sslmode in DATABASE_URL/) },
      });
  });

  it("does not call links unknown while it has never received any", async () => {
    const test = await open();
    const folder = path.join(test.folder, "new");
    const shortPort = await freePort();
    const ending = new AbortController();
    const settings = { ...settingsFor(nowhere, folder), SHORT_PORT: shortPort };
    const opening = openRedirector(settings, logger, ending.signal);
    await expect(visit({ redirector: { port: shortPort } }, "/docs")).rejects.toThrow("ECONNREFUSED");
    ending.abort();
    await expect(opening).rejects.toThrow("before its link replica was complete");
    const fed = await openRedirector({ ...settings, DATABASE_URL: test.databaseUrl }, logger);
    onTestFinished(() => fed.stop());
    expect((await visit({ redirector: fed }, "/docs")).status).toBe(302);
  });
});
