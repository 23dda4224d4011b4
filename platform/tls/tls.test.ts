import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { updateClickHouseSchema } from "../clickhouse/updateSchema.ts";
import { createClickHouse } from "../clickhouse/createClickHouse.ts";
import { openBus } from "../drivers/openBus.ts";
import { openEventLog } from "../drivers/openEventLog.ts";
import { clickHouseSettings, clickHouseVariables } from "../env/connections.ts";
import { parseEnv } from "../env/parseEnv.ts";
import { postgresUrl } from "../env/pieces.ts";
import { createLogger } from "../logging/logger.ts";
import { createPool } from "../postgres/pool.ts";
import { makeCertificates, type TestCertificates } from "../testing/certificates.ts";
import { freshClickHouse, freshDatabase } from "../testing/engines.ts";
import { namedUrl, requireTls } from "../testing/postgresTls.ts";
import { openTlsProxy } from "../testing/tlsProxy.ts";
import { ConnectionError, explainConnection, postgresConnectionSettings } from "./connectionError.ts";

const logger = createLogger("test", "silent");
const folder = mkdtempSync(join(tmpdir(), "hoplog-tls-test-"));
let certificates: TestCertificates;

beforeAll(async () => {
  certificates = await makeCertificates(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("Postgres", () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeAll(async () => {
    database = await freshDatabase();
    await requireTls(database.url, certificates, { clientCert: true });
  });

  afterAll(() => database.drop());

  /** Returns the test database's URL with these parameters, parsed as services parse DATABASE_URL. */
  function urlOf(parameters: Record<string, string>, password?: string): string {
    const url = new URL(namedUrl(database.url, parameters));
    if (password !== undefined) url.password = password;
    return parseEnv(z.object({ DATABASE_URL: postgresUrl }), { DATABASE_URL: url.href }).DATABASE_URL;
  }

  const verified = () => ({ sslmode: "verify-full", sslrootcert: certificates.ca });
  const ours = () => ({ ...verified(), sslcert: certificates.client.cert, sslkey: certificates.client.key });

  it("has the log and the bus over TLS, with a certificate of ours", async () => {
    const databaseUrl = urlOf(ours());
    const log = await openEventLog({ databaseUrl, logger });
    onTestFinished(() => log.close());
    const topic = { name: "over_tls", cleanup: "delete", retentionMs: 3_600_000 } as const;
    await log.append(topic, [{ key: null, value: Buffer.from("hello") }]);
    const seen: string[] = [];
    const consumption = log.consume(topic, "ingest", { maxRecords: 10, maxBytes: 1e6 }, async ({ records }) => {
      for (const { value } of records) seen.push(Buffer.from(value ?? "").toString());
    });
    await expect.poll(() => seen).toEqual(["hello"]);
    await consumption.stop();

    const bus = await openBus({ databaseUrl, logger });
    onTestFinished(() => bus.close());
    await bus.subscribe("tls", (payload) => seen.push(payload));
    await bus.publish("tls", "again");
    await expect.poll(() => seen).toEqual(["hello", "again"]);
  });

  it.each<[string, () => string, RegExp]>([
    ["no TLS", () => urlOf({}), /Postgres requires TLS. Check sslmode in DATABASE_URL/],
    [
      "no authority",
      () => urlOf({ sslmode: "verify-full" }),
      /not signed by a trusted authority.*Check sslrootcert in DATABASE_URL/,
    ],
    [
      "another authority",
      () => urlOf({ ...ours(), sslrootcert: certificates.otherCa }),
      /not signed by a trusted authority.*Check sslrootcert in DATABASE_URL/,
    ],
    [
      "no certificate",
      () => urlOf(verified()),
      /requires a client certificate.*Check sslcert and sslkey in DATABASE_URL/,
    ],
    [
      "a stranger's certificate",
      () =>
        urlOf({
          ...verified(),
          sslcert: certificates.strangersClient.cert,
          sslkey: certificates.strangersClient.key,
        }),
      /requires a client certificate.*Check sslcert and sslkey in DATABASE_URL/,
    ],
    ["a wrong password", () => urlOf(ours(), "guess"), /rejected the login. Check .*DATABASE_URL/],
  ])("refuses or is refused with %s, and the message names the setting", async (_, url, message) => {
    const attempt = openEventLog({ databaseUrl: url(), logger });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toThrow(ConnectionError);
  });

  it("is refused with another host's certificate", async () => {
    const another = await freshDatabase();
    onTestFinished(() => another.drop());
    await requireTls(another.url, certificates, { server: certificates.server });
    const attempt = openEventLog({ databaseUrl: namedUrl(another.url, verified()), logger });
    await expect(attempt).rejects.toThrow(/another host. Check the host in DATABASE_URL/);
  });

  it("is named by its setting where it speaks no TLS", () => {
    const error = new Error("The server does not support SSL connections");
    expect(String(explainConnection(error, postgresConnectionSettings))).toMatch(
      /does not use TLS at this address. Check sslmode/,
    );
  });

  it("may be away without anything being wrong with the settings", async () => {
    const gone = new URL(urlOf(ours()));
    gone.port = "1";
    const attempt = openEventLog({ databaseUrl: gone.href, logger });
    await expect(attempt).rejects.toThrow(/^Postgres is unreachable. Check DATABASE_URL \(.*ECONNREFUSED/);
    await expect(attempt).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(attempt).rejects.not.toThrow(ConnectionError);
  });
});

describe("ClickHouse", () => {
  let clickHouse: Awaited<ReturnType<typeof freshClickHouse>>;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const proxies: Record<string, Awaited<ReturnType<typeof openTlsProxy>>> = {};

  beforeAll(async () => {
    [clickHouse, database] = await Promise.all([freshClickHouse(), freshDatabase()]);
    const target = Number(new URL(clickHouse.url).port);
    const { server, expiredServer, ca } = certificates;
    proxies["mutual"] = await openTlsProxy({ target, server, clientCa: ca });
    proxies["expired"] = await openTlsProxy({ target, server: expiredServer });
  });

  afterAll(async () => {
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    await Promise.all([clickHouse.drop(), database.drop()]);
  });

  const at = (proxy: string, host = "127.0.0.1", password = clickHouse.password, protocol = "https"): string =>
    `${protocol}://${clickHouse.username}:${password}@${host}:${proxies[proxy]?.port}`;
  const ours = () => ({
    CLICKHOUSE_SSL_CA: certificates.ca,
    CLICKHOUSE_SSL_CERT: certificates.client.cert,
    CLICKHOUSE_SSL_KEY: certificates.client.key,
  });
  const settingsOf = (env: Record<string, string>) => ({
    ...clickHouseSettings(
      parseEnv(z.object(clickHouseVariables), {
        CLICKHOUSE_URL: at("mutual"),
        CLICKHOUSE_DATABASE: clickHouse.database,
        ...env,
      }),
    ),
    application: "test",
  });

  async function migrate(env: Record<string, string>): Promise<void> {
    const pool = createPool({ databaseUrl: database.url, applicationName: "test", logger });
    try {
      await updateClickHouseSchema(settingsOf(env), pool);
    } finally {
      await pool.end();
    }
  }

  it("gets its tables over TLS, with a certificate of ours and a password", async () => {
    await migrate(ours());
    const client = createClickHouse(settingsOf(ours()));
    onTestFinished(() => client.close());
    const answer = await client.query({ query: "SELECT count() AS n FROM clicks", format: "JSONEachRow" });
    expect(await answer.json()).toEqual([{ n: 0 }]);
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ["no authority", () => ({}), /not signed by a trusted authority.*Check CLICKHOUSE_SSL_CA/],
    [
      "another authority",
      () => ({ ...ours(), CLICKHOUSE_SSL_CA: certificates.otherCa }),
      /not signed by a trusted authority.*Check CLICKHOUSE_SSL_CA/,
    ],
    [
      "another host",
      () => ({ ...ours(), CLICKHOUSE_URL: at("mutual", "localhost") }),
      /another host. Check the host in CLICKHOUSE_URL/,
    ],
    ["an expired certificate", () => ({ ...ours(), CLICKHOUSE_URL: at("expired") }), /has expired or is not valid yet/],
    ["no certificate", () => ({ CLICKHOUSE_SSL_CA: certificates.ca }), /[Cc]heck .*CLICKHOUSE_SSL_CERT/],
    [
      "a stranger's certificate",
      () => ({
        CLICKHOUSE_SSL_CA: certificates.ca,
        CLICKHOUSE_SSL_CERT: certificates.strangersClient.cert,
        CLICKHOUSE_SSL_KEY: certificates.strangersClient.key,
      }),
      /[Cc]heck .*CLICKHOUSE_SSL_CERT/,
    ],
    [
      "a wrong password",
      () => ({ ...ours(), CLICKHOUSE_URL: at("mutual", "127.0.0.1", "guess") }),
      /rejected the login. Check .*CLICKHOUSE_URL/,
    ],
    [
      "TLS where none is spoken",
      () => ({ ...ours(), CLICKHOUSE_URL: clickHouse.url.replace("http:", "https:") }),
      /does not use TLS at this address. Check CLICKHOUSE_URL/,
    ],
    [
      "no TLS where it is spoken",
      () => ({ CLICKHOUSE_URL: at("mutual", "127.0.0.1", clickHouse.password, "http") }),
      /this persists, check CLICKHOUSE_URL \(https/,
    ],
  ])("refuses or is refused with %s, and the message names the setting", async (_, env, message) => {
    const attempt = migrate(env());
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toThrow(ConnectionError);
  });
});
