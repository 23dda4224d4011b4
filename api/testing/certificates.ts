import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { type Pebble, type PebbleSettings, startPebble } from "@hoplog/platform/testing/pebble.js";
import { decodeCertificate } from "@hoplog/schema/topics/links/certificates.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import type { Settings } from "../boot/env.ts";
import { openServices } from "../boot/openServices.ts";
import type { CertificateSettings } from "../links/certificates/settings.ts";
import { openTestDns, type TestDns } from "./dnsServer.ts";
import { call, openTestApi, type TestApi, type TestUser } from "./testApi.ts";

/** Secret that encrypts certificates in tests. */
export const certificateSecret = "a secret that seals certificates in tests";

export interface CertificateTest {
  readonly api: TestApi;
  readonly pebble: Pebble;
  readonly dns: TestDns;
  readonly client: pg.Client;
  readonly certificates: CertificateSettings;
  /** Published certificates by host, and challenges by token. */
  readonly published: ReadonlyMap<string, ReturnType<typeof decodeCertificate>>;
  readonly challenges: ReadonlySet<string>;
  /** Serves a host as a verified domain without an owner, whose DNS points to the redirector. */
  serve(...hosts: string[]): Promise<void>;
  row(host: string): Promise<CertificateRow | undefined>;
  /** Starts another API on the same database, which requests certificates. */
  reopen(certificates: CertificateSettings): Promise<{ close(): Promise<void> }>;
  /** Starts the built API as a separate process. */
  spawnApi(): { kill(): Promise<void> };
  /** Makes all hosts and the CA due for a retry now. */
  hurry(): Promise<void>;
}

export interface CertificateRow {
  readonly sealed: Buffer | null;
  readonly error: string | null;
  readonly failures: number;
  readonly next_at: Date;
  readonly not_before: Date | null;
  readonly not_after: Date | null;
  readonly order_url: string | null;
}

type Options = Partial<Omit<PebbleSettings, "folder" | "dns" | "httpPort">> & {
  /** Changes the connection settings of the CA; by default the CA is requested directly. */
  readonly settings?: (certificates: CertificateSettings, pebble: Pebble) => Promise<CertificateSettings>;
  /** Whether the API requests certificates; true by default. */
  readonly requests?: boolean;
};

/**
 * Opens an API that requests certificates from its own CA, and a redirector that responds for all hosts, until the test
 * ends.
 */
export async function openCertificateTest({
  settings,
  requests = true,
  ...pebbleSettings
}: Options = {}): Promise<CertificateTest> {
  const folder = await mkdtemp(path.join(tmpdir(), "hoplog-ca-"));
  const dns = await openTestDns();
  const httpPort = await freePort();
  const ports = { metrics: await freePort(), app: await freePort(), apiMetrics: await freePort() };
  const pebble = await startPebble({ folder, dns: dns.address, httpPort, ...pebbleSettings });
  const direct: CertificateSettings = {
    ca: { directory: pebble.directory, caPem: await readFile(pebble.caFile, "utf8"), email: undefined, binding: null },
    keys: [certificateSecret],
    networks: [{ address: "127.0.0.0", prefix: 8, family: "ipv4" }],
    httpPort,
  };
  const certificates = (await settings?.(direct, pebble)) ?? direct;
  const api = await openTestApi({
    settings: { DNS_RESOLVERS: [dns.address], certificates: requests ? certificates : null },
  });
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const redirector = startRedirector(api.databaseUrl, folder, httpPort, ports.metrics);
  const followed = await followCertificates(api.databaseUrl);
  const apis = new Set<ChildProcess>();
  onTestFinished(async () => {
    for (const child of apis) await stopProcess(child, "SIGKILL");
    await followed.stop();
    await client.end();
    await stopProcess(redirector);
    await api.close();
    await pebble.stop();
    await dns.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    api,
    pebble,
    dns,
    client,
    certificates,
    published: followed.published,
    challenges: followed.challenges,
    async serve(...hosts) {
      for (const host of hosts) dns.zones.set(host, { A: ["127.0.0.1"] });
      await client.query(
        sql`INSERT INTO domain (id, owner_id, number, name, state, ignores_case, token, settings, revision, added_at, state_at)
         SELECT gen_random_uuid(), gen_random_uuid(), nextval('domain_number'), host, 'verified', false, 't', '{}', 1, now(),
           now()
         FROM unnest(${hosts}::text[]) AS host`,
      );
    },
    async row(host) {
      const { rows } = await client.query<CertificateRow>(sql`SELECT * FROM host_certificate WHERE host = ${host}`);
      return rows[0];
    },
    async reopen(given) {
      const settings = { ...api.settings, certificates: given };
      return openServices(settings, createLogger("api", "silent"), createRegistry("api"));
    },
    spawnApi() {
      const child = startApi(api.settings, certificates, pebble.caFile, ports);
      apis.add(child);
      return { kill: () => stopProcess(child, "SIGKILL") };
    },
    async hurry() {
      await client.query("UPDATE acme_account SET paused_until = NULL");
      await client.query("UPDATE host_certificate SET next_at = now()");
    },
  };
}

function startRedirector(databaseUrl: string, folder: string, port: number, metricsPort: number): ChildProcess {
  const main = fileURLToPath(new URL("../../redirector/boot/main.ts", import.meta.url));
  return spawn(process.execPath, ["--conditions=hoplog-source", main], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      SPOOL_DIR: path.join(folder, "spool"),
      REPLICA_DIR: path.join(folder, "replica"),
      SHORT_PORT: String(port),
      LOG_LEVEL: "error",
      LISTENERS: "1",
      SPOOL_RESERVE_MB: "2",
      METRICS_PORT: String(metricsPort),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

function startApi(
  settings: Settings,
  certificates: CertificateSettings,
  caFile: string,
  ports: { readonly app: number; readonly apiMetrics: number },
): ChildProcess {
  const main = fileURLToPath(new URL("../dist/boot/main.js", import.meta.url));
  const { ca, keys, networks, httpPort } = certificates;
  return spawn(process.execPath, [main], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: settings.DATABASE_URL,
      CLICKHOUSE_URL: settings.clickHouse.clickHouseUrl,
      CLICKHOUSE_DATABASE: settings.clickHouse.database,
      TOKEN_SECRET: settings.TOKEN_SECRET,
      DNS_RESOLVERS: settings.DNS_RESOLVERS.join(","),
      CERTIFICATES: "acme",
      CERTIFICATE_KEY: keys.join(","),
      CERTIFICATE_NETWORKS: networks.map(({ address, prefix }) => `${address}/${prefix}`).join(","),
      ACME_DIRECTORY_URL: ca.directory,
      ACME_CA_FILE: caFile,
      ACME_HTTP_PORT: String(httpPort),
      APP_PORT: String(ports.app),
      METRICS_PORT: String(ports.apiMetrics),
      DESTINATION_CHECKS: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

async function followCertificates(databaseUrl: string) {
  const log = await openEventLog({ databaseUrl, logger: createLogger("test", "silent") });
  const published = new Map<string, ReturnType<typeof decodeCertificate>>();
  const challenges = new Set<string>();
  const reading = log.follow(linksV2, null, { maxRecords: 1000, maxBytes: 10_000_000 }, async ({ records }) => {
    for (const { key, value } of records) {
      const [, kind, name = ""] = key?.split("/") ?? [];
      if (kind === "challenge" && value) challenges.add(name);
      else if (kind === "challenge") challenges.delete(name);
      if (kind === "certificate" && value) published.set(name, decodeCertificate(value));
      else if (kind === "certificate") published.delete(name);
    }
  });
  return {
    published,
    challenges,
    async stop() {
      await reading.stop();
      await log.close();
    },
  };
}

/** Adds a domain and verifies it by DNS records. */
export async function verifiedDomain({ api, dns }: CertificateTest, user: TestUser, name: string): Promise<string> {
  const added = await call(api, "POST", "/api/domains", { user, body: { name } });
  const record = z.object({ type: z.string(), name: z.string(), value: z.string() });
  const { data } = z.object({ data: z.object({ _id: z.string(), records: z.array(record) }) }).parse(added.body);
  dns.zones.set("localhost", { A: ["127.0.0.1"] });
  for (const { type, name: host, value } of data.records)
    dns.zones.set(host, { ...dns.zones.get(host), ...(type === "CNAME" ? { CNAME: value } : { [type]: [value] }) });
  await call(api, "POST", `/api/domains/${data._id}/verify`, { user });
  expect((await call(api, "GET", `/api/domains/${data._id}`, { user })).body).toMatchObject({
    data: { state: "verified" },
  });
  return data._id;
}
