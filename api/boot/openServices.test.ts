import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { makeCertificates } from "@hoplog/platform/testing/certificates.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { namedUrl, requireTls } from "@hoplog/platform/testing/postgresTls.js";
import { openTlsProxy } from "@hoplog/platform/testing/tlsProxy.js";
import pg from "pg";
import { Counter } from "prom-client";
import { expect, it } from "vitest";
import { testSettings } from "../testing/testApi.ts";
import { openServices } from "./openServices.ts";

/** Returns the names of the open database connections, except the querying one. */
async function connections(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid != pg_backend_pid() ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

// Registering a metric that already exists makes the start fail at the part that registers it.
it.each([
  ["before the features start", "hoplog_api_audit_rows_total"],
  ["in a feature, while those before it run", "hoplog_api_bus_messages_refused_total"],
])("a start that fails %s leaves nothing open", async (_, name) => {
  const [database, clickhouse] = [await freshDatabase(), await freshClickHouse()];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const registry = createRegistry("api");
    const taken = new Counter({ name, help: "Taken", registers: [registry] });
    taken.inc();
    const start = openServices(testSettings(database, clickhouse), createLogger("api", "silent"), registry);
    await expect(start).rejects.toThrow(`A metric with the name ${name} has already been registered.`);
    await expect.poll(() => connections(client)).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
    await clickhouse.drop();
  }
});

it("closing leaves nothing open", async () => {
  const [database, clickhouse] = [await freshDatabase(), await freshClickHouse()];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const settings = testSettings(database, clickhouse);
    const { checks, close } = await openServices(settings, createLogger("api", "silent"), createRegistry("api"));
    for (const check of Object.values(checks)) await check();
    expect(await connections(client)).not.toEqual([]);
    await close();
    await expect.poll(() => connections(client)).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
    await clickhouse.drop();
  }
});

it("reaches both databases over TLS", async () => {
  const [database, clickhouse] = [await freshDatabase(), await freshClickHouse()];
  const folder = mkdtempSync(join(tmpdir(), "hoplog-api-tls-test-"));
  const certificates = await makeCertificates(folder);
  const { cert, key } = certificates.client;
  const target = Number(new URL(clickhouse.url).port);
  const proxy = await openTlsProxy({ target, server: certificates.server, clientCa: certificates.ca });
  try {
    await requireTls(database.url, certificates, { clientCert: true });
    const settings = testSettings(database, clickhouse);
    const clickHouseUrl = new URL(settings.clickHouse.clickHouseUrl);
    clickHouseUrl.protocol = "https:";
    clickHouseUrl.port = String(proxy.port);
    const [ca, ours, oursKey] = [certificates.ca, cert, key].map((path) => readFileSync(path, "utf8"));
    const { checks, close } = await openServices(
      {
        ...settings,
        DATABASE_URL: namedUrl(database.url, {
          sslmode: "verify-full",
          sslrootcert: certificates.ca,
          sslcert: cert,
          sslkey: key,
        }),
        clickHouse: {
          ...settings.clickHouse,
          clickHouseUrl: clickHouseUrl.href,
          tls: { ca, cert: ours, key: oursKey },
        },
      },
      createLogger("api", "silent"),
      createRegistry("api"),
    );
    const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
    expect(results.map(({ status }) => status)).toEqual(results.map(() => "fulfilled"));
    await close();
  } finally {
    await proxy.close();
    await database.drop();
    await clickhouse.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
