import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { childrenOf, isAlive } from "../testing/processes.ts";
import { spawnRedirector } from "../testing/redirectorProcess.ts";
import { link, metricsOf, openTestRedirector, settingsFor, visit } from "../testing/testRedirector.ts";
import { openRedirector } from "./openRedirector.ts";

const nowhere = "postgres://nobody:x@127.0.0.1:1/none";
const logger = createLogger("redirector", "silent");

async function open() {
  const test = await openTestRedirector();
  onTestFinished(() => test.close());
  await test.publish("docs", link);
  await expect.poll(async () => (await visit(test, "/docs")).status).toBe(302);
  const slots = async (what: "spool" | "replica"): Promise<string[]> =>
    (await readdir(path.join(test.folder, what))).toSorted();
  const chunks = async (): Promise<string[]> =>
    (await readdir(path.join(test.folder, "spool"), { recursive: true })).filter((file) =>
      /\.(open|chunk)2?$/.test(file),
    );
  await expect.poll(() => test.clicks.length).toBeGreaterThan(0);
  await expect.poll(chunks).toEqual([]);
  return { test, slots, chunks };
}

/**
 * Counts distinct clicks. A chunk whose shipper was killed is shipped again with the same ids, and ingest counts it
 * once.
 */
function shipped({ clicks }: { readonly clicks: readonly { readonly id: string }[] }): number {
  return new Set(clicks.map(({ id }) => id)).size;
}

/** Sends visits until stopped, each on its own connection, and counts their results. */
function visitOn(port: number) {
  const count = { answered: 0, failed: 0 };
  const ending = { over: false };
  const running = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!ending.over) {
        await visit({ redirector: { port } }, "/docs", { headers: { connection: "close" } }).then(
          ({ status }) => (status === 302 ? count.answered++ : count.failed++),
          () => count.failed++,
        );
      }
    }),
  );
  return {
    count,
    async end(): Promise<void> {
      ending.over = true;
      await running;
    },
  };
}

describe("two redirectors with the same settings", () => {
  it("share port, spool and replica folder, and each click is shipped once", async () => {
    const { test, slots, chunks } = await open();
    const settings = { ...settingsFor(test.databaseUrl, test.folder), SHORT_PORT: test.redirector.port };
    const before = test.clicks.length;
    const load = visitOn(test.redirector.port);
    await expect.poll(() => load.count.answered).toBeGreaterThan(20);
    const second = await openRedirector(settings, logger);
    expect(await slots("spool")).toEqual(["slot-0", "slot-1"]);
    expect(await slots("replica")).toEqual(["slot-0", "slot-1"]);
    const both = load.count.answered;
    await expect.poll(() => load.count.answered).toBeGreaterThan(both + 100);
    await second.stop();
    const one = load.count.answered;
    await expect.poll(() => load.count.answered).toBeGreaterThan(one + 50);
    await load.end();
    await expect.poll(chunks).toEqual([]);
    await expect.poll(() => test.clicks.length - before).toBeGreaterThanOrEqual(load.count.answered);
    expect(test.clicks.length - before).toBeLessThanOrEqual(load.count.answered + load.count.failed);
    expect(new Set(test.clicks.map(({ id }) => id)).size).toBe(test.clicks.length);
  });
});

describe("a redirector whose metrics port is taken", () => {
  it("redirects all the same, and serves its metrics when the port is free", async () => {
    const { test } = await open();
    const first = await openRedirector(settingsFor(test.databaseUrl, test.folder), logger);
    const taken = first.metricsPort() ?? 0;
    const settings = { ...settingsFor(test.databaseUrl, test.folder), METRICS_PORT: taken };
    const second = await openRedirector(settings, logger);
    onTestFinished(() => second.stop());
    expect(second.metricsPort()).toBeNull();
    expect((await visit({ redirector: second }, "/docs")).status).toBe(302);
    await first.stop();
    await expect.poll(() => second.metricsPort()).toBe(taken);
    expect(await metricsOf({ redirector: second })).toContain("hoplog_redirector_answers_total");
  });
});

describe("a redirector that is killed", () => {
  it("takes its listeners along, another one ships what it left, and it is back in its slots", async () => {
    const { test, slots, chunks } = await open();
    const [shortPort, metricsPort] = [await freePort(), await freePort()];
    const env = { SHORT_PORT: String(shortPort), METRICS_PORT: String(metricsPort), LISTENERS: "2" };
    const isUp = async (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${metricsPort}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    const victim = spawnRedirector(test.databaseUrl, test.folder, env);
    onTestFinished(() => void victim.kill("SIGKILL"));
    await expect.poll(isUp).toBe(true);
    await expect.poll(async () => (await visit({ redirector: { port: shortPort } }, "/docs")).status).toBe(302);
    await expect.poll(chunks).toEqual([]);
    const before = shipped(test);

    const listeners = childrenOf(victim.pid ?? 0);
    expect(listeners).toHaveLength(2);
    const load = visitOn(shortPort);
    await expect.poll(() => load.count.answered).toBeGreaterThan(100);
    victim.kill("SIGKILL");
    await expect.poll(() => listeners.filter(isAlive), { interval: 10 }).toEqual([]);
    await load.end();
    // The surviving redirector finds the chunks within a second or two.
    await expect.poll(chunks).toEqual([]);
    await expect.poll(() => shipped(test) - before).toBeGreaterThanOrEqual(load.count.answered);
    expect(shipped(test) - before).toBeLessThanOrEqual(load.count.answered + load.count.failed);

    const folders = [await slots("spool"), await slots("replica")];
    // The restarted redirector knows its links without reading the log again.
    const again = spawnRedirector(nowhere, test.folder, env);
    onTestFinished(() => void again.kill("SIGKILL"));
    await expect.poll(isUp).toBe(true);
    expect((await visit({ redirector: { port: shortPort } }, "/docs")).status).toBe(302);
    expect([await slots("spool"), await slots("replica")]).toEqual(folders);
    expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toMatch(
      /hoplog_redirector_listeners\{[^}]*\} 2/,
    );
    const children = childrenOf(again.pid ?? 0);
    again.kill("SIGTERM");
    await expect.poll(() => [again.pid ?? 0, ...children].filter(isAlive)).toEqual([]);
    await expect.poll(() => again.exitCode).toBe(0);
    await expect.poll(() => shipped(test) - before).toBeGreaterThanOrEqual(load.count.answered + 1);
  });

  it("leaves a slot alone whose listener lives", async () => {
    const { test, chunks } = await open();
    // The log is unreachable: known links still work, and recorded clicks stay in the spool.
    await mkdir(path.join(test.folder, "replica", "slot-1", "v2"), { recursive: true });
    await copyFile(
      path.join(test.folder, "replica", "slot-0", "v2", "data.mdb"),
      path.join(test.folder, "replica", "slot-1", "v2", "data.mdb"),
    );
    const other = await openRedirector(settingsFor(nowhere, test.folder), logger);
    onTestFinished(() => other.stop());
    const before = test.clicks.length;
    for (let i = 0; i < 10; i++) expect((await visit({ redirector: other }, "/docs")).status).toBe(302);
    const inItsSlot = async (): Promise<boolean> =>
      (await chunks()).some((file) => file.startsWith("slot-1") && file.endsWith(".chunk2"));
    await expect.poll(inItsSlot).toBe(true);
    // An ownerless chunk gets shipped, which shows that the first redirector has scanned the spool.
    for (const round of [1, 2]) {
      const left = path.join(test.folder, "spool", `slot-${round + 6}`);
      await mkdir(left);
      await writeFile(path.join(left, "01900000-0000-7000-8000-000000000000.open2"), "");
      await expect.poll(() => readdir(left)).not.toContain("01900000-0000-7000-8000-000000000000.open2");
      expect(await inItsSlot()).toBe(true);
    }
    expect(test.clicks.length).toBe(before);
  });
});
