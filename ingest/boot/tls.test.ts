import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { makeCertificates } from "@hoplog/platform/testing/certificates.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { openTlsProxy } from "@hoplog/platform/testing/tlsProxy.js";
import { expect, it } from "vitest";
import { readSettings } from "./env.ts";
import { startIngest } from "./start.ts";

it("waits where certificates don't fit, and says which setting to look at", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-ingest-tls-test-"));
  const [database, clickHouse, certificates] = await Promise.all([
    freshDatabase(),
    freshClickHouse(),
    makeCertificates(folder),
  ]);
  const target = Number(new URL(clickHouse.url).port);
  const proxy = await openTlsProxy({ target, server: certificates.server });
  const lines: string[] = [];
  const logger = createLogger("ingest", "warn", { write: (line) => void lines.push(line) });
  const ending = new AbortController();
  const env = readSettings({
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: `https://${clickHouse.username}:${clickHouse.password}@127.0.0.1:${proxy.port}`,
    CLICKHOUSE_DATABASE: clickHouse.database,
    CLICKHOUSE_SSL_CA: certificates.otherCa,
  });
  // Port 0 selects a free port.
  const starting = startIngest({ ...env, METRICS_PORT: 0 }, { logger, ending: ending.signal });
  try {
    await expect
      .poll(() => lines.join(""))
      .toMatch(/not signed by a trusted authority[^\n]*CLICKHOUSE_SSL_CA[^\n]*waiting for the databa/);
  } finally {
    ending.abort(new Error("enough"));
    await expect(starting).rejects.toThrow("enough");
    await proxy.close();
    await Promise.all([database.drop(), clickHouse.drop()]);
    rmSync(folder, { recursive: true });
  }
});
