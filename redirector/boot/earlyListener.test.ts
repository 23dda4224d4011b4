import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEarlyListener } from "../control/earlyListener.ts";
import { createCertificateFolder } from "@hoplog/platform/testing/certificateFolder.js";
import { exchange, statusesIn } from "../testing/raw.ts";
import { exchangeTls } from "../testing/rawTls.ts";
import { childrenOf, isAlive } from "../testing/processes.ts";
import { spawnRedirector } from "../testing/redirectorProcess.ts";
import { link, openTestRedirector, settingsFor, type TestRedirector, visit } from "../testing/testRedirector.ts";
import { openRedirector } from "./openRedirector.ts";

const logger = createLogger("redirector", "silent");

describe("what the main module imports", () => {
  it("is Node's own, so that a listener is started before anything is loaded", () => {
    expect(packagesOf(fileURLToPath(new URL("main.ts", import.meta.url)))).toEqual([]);
  });
});

describe("a redirector that has run before", () => {
  let test: TestRedirector;
  let port: number;
  let env: Record<string, string>;
  const replicaPath = (...names: string[]): string => path.join(test.folder, "replica", ...names);
  const status = async (target: string): Promise<number> => (await visit({ redirector: { port } }, target)).status;

  beforeEach(async () => {
    test = await openTestRedirector();
    onTestFinished(() => test.close());
    await test.publish("docs", link);
    await expect.poll(async () => (await visit(test, "/docs")).status).toBe(302);
    await expect.poll(() => test.clicks.length).toBe(1);
    await test.redirector.stop();
    port = await freePort();
    env = { SHORT_PORT: String(port), SPOOL_DIR: path.join(test.folder, "spool"), LOG_LEVEL: "silent" };
  });

  it("has a listener that redirects before the other parts are ready, and is taken over with its requests", async () => {
    const earlyStart = startEarlyListener(replicaPath(), env);
    expect(earlyStart?.listener).not.toBeNull();
    await earlyStart?.listener?.settled;
    expect(await status("/docs")).toBe(302);
    await test.insertTarget("fresh");
    const answers = Promise.all([status("/fresh"), status("/no-such"), status("/healthz")]);
    const settings = { ...settingsFor(test.databaseUrl, test.folder), SHORT_PORT: port };
    const redirector = await openRedirector(settings, logger, undefined, earlyStart);
    onTestFinished(() => redirector.stop());
    expect(await answers).toEqual([302, 404, 200]);
    expect(redirector.listeners()).toEqual([earlyStart?.listener?.pid]);
    await expect.poll(() => test.clicks.length).toBe(3);
  });

  it("has a listener that serves TLS before the other parts are ready, with the hosts of short links", async () => {
    const certificates = createCertificateFolder();
    onTestFinished(certificates.remove);
    await certificates.writePair("go", ["go.example"]);
    const tlsPort = await freePort();
    const door = {
      SHORT_TLS_PORT: String(tlsPort),
      TLS_CERTIFICATES: certificates.folder,
      SHORT_URL: "https://go.example",
      HTTPS_REDIRECT: "on",
      HSTS: "300",
    };
    const earlyStart = startEarlyListener(replicaPath(), { ...env, ...door });
    onTestFinished(() => {
      earlyStart?.listener?.kill();
      earlyStart?.slot.release();
    });
    await earlyStart?.listener?.settled;
    const request = "GET /docs HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n";
    const answer = await exchangeTls(tlsPort, request, { servername: "" });
    expect(answer).toMatch(/^HTTP\/1\.1 302 [^]*strict-transport-security: max-age=300\r\n/);
    expect(statusesIn(await exchange(port, request))).toEqual([308]);
  });

  it("starts another listener when the early one ends before it listens", async () => {
    const earlyStart = startEarlyListener(replicaPath(), env);
    earlyStart?.listener?.kill();
    await earlyStart?.listener?.settled;
    const settings = { ...settingsFor(test.databaseUrl, test.folder), SHORT_PORT: port };
    const redirector = await openRedirector(settings, logger, undefined, earlyStart);
    onTestFinished(() => redirector.stop());
    expect(await status("/docs")).toBe(302);
    expect(redirector.listeners()).not.toContain(earlyStart?.listener?.pid);
  });

  it("waits for its replica when that was taken away", async () => {
    await rm(replicaPath("slot-0", "v2", "data.mdb"));
    const earlyStart = startEarlyListener(replicaPath(), env);
    expect(earlyStart?.listener).toBeNull();
    earlyStart?.slot.release();
  });

  it("lets LMDB look at the replica first when the machine has started again", async () => {
    await writeFile(replicaPath("slot-0", "v2", "usable"), "another start");
    const earlyStart = startEarlyListener(replicaPath(), env);
    expect(earlyStart?.listener).toBeNull();
    earlyStart?.slot.release();
  });

  it("ends with its listener when the settings can't work", async () => {
    const child = spawnRedirector("not a URL", test.folder, { SHORT_PORT: String(port), LOG_LEVEL: "silent" });
    onTestFinished(() => void child.kill("SIGKILL"));
    await expect.poll(() => childrenOf(child.pid ?? 0), { interval: 5 }).toHaveLength(1);
    const [listener = 0] = childrenOf(child.pid ?? 0);
    expect(await once(child, "exit")).toEqual([78, null]);
    await expect.poll(() => isAlive(listener)).toBe(false);
  });
});

describe("a redirector's first start", () => {
  it("has nothing to start an early listener with, and makes nothing before its settings are read", async () => {
    const test = await openTestRedirector();
    onTestFinished(() => test.close());
    const nowhere = path.join(test.folder, "new");
    expect(startEarlyListener(nowhere, {})).toBeNull();
    expect(existsSync(nowhere)).toBe(false);
    await mkdir(nowhere);
    const earlyStart = startEarlyListener(nowhere, {});
    expect(earlyStart).toMatchObject({ listener: null });
    earlyStart?.slot.release();
  });
});

/** Returns the packages that a module loads statically, directly or transitively; ignores dynamic imports. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)"/gm);
  return [...imports].flatMap(([, target = ""]) => {
    if (target.startsWith("node:")) return [];
    return target.startsWith(".") ? packagesOf(path.resolve(path.dirname(file), target), seen) : [target];
  });
}
