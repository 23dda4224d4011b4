import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { completeKey, encodeComplete } from "@hoplog/schema/topics/links/key.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { lowerSessionPriority } from "@hoplog/stack/processes/sessionPriority.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import pg from "pg";
import { keepOn } from "./cpu.ts";
import { childrenOf } from "./process.ts";

/** A separate Postgres that holds only the event log, filled with links. */
export interface LinksLog {
  readonly databaseUrl: string;
  /** Folder for the benchmark's files; deleted at the end. */
  readonly folder: string;
  /** Pins Postgres to these cores, such as `0,1`: running and future processes. */
  keepOn(cores: string): void;
  /**
   * Lowers the priority of Postgres' current connections below the priority of the load if they share a core, so that
   * the CPU use of Postgres is not attributed to the redirector.
   */
  lowerPriority(): void;
  stop(): Promise<void>;
}

/** Length of the code of link number `n`, from 1. Codes are in random order; the SQL below computes the same. */
export const codeLength = 12;

/**
 * Starts a Postgres and fills `links.v2` with SQL, which is faster than appending and gives the same rows (see
 * schema/topics/links/record.ts). Indexes that only compaction needs are omitted.
 */
export async function startLinksLog(links: number): Promise<LinksLog> {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-bench-"));
  const engine = await startPostgres({
    dataDir: path.join(folder, "postgres"),
    port: await freePort(),
    password: "bench",
    durable: false,
  });
  const log = await openEventLog({ databaseUrl: engine.url, logger: createLogger("bench", "error") });
  await log.close();
  const client = new pg.Client({ connectionString: engine.url });
  await client.connect();
  await client.query("DROP INDEX IF EXISTS log_record_key, log_record_tombstone");
  await client.query(
    `INSERT INTO log_record (topic, key, value)
     SELECT $1, left(md5(n::text), ${codeLength}),
       '\\x02'::bytea || reverse(substr(int8send(crc32(body)), 5)) || body
     FROM generate_series(1, $2::int) AS n,
       convert_to('https://example.com/page/' || n || '?utm_source=mail', 'UTF8') AS url,
       LATERAL (SELECT '\\x0101000000'::bytea ||
         uuid_send(('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) ||
         uuid_send(('01900000-0000-7000-9000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid) ||
         '\\x00000000'::bytea || reverse(int2send(length(url)::smallint)) || '\\x00000000'::bytea || url AS body)`,
    [linksV2.name, links],
  );
  await client.query("INSERT INTO log_record (topic, key, value) VALUES ($1, $2, $3)", [
    linksV2.name,
    completeKey,
    encodeComplete(),
  ]);
  await client.query("VACUUM ANALYZE log_record");
  await client.end();
  return {
    databaseUrl: engine.url,
    folder,
    keepOn(cores) {
      for (const pid of [engine.pid, ...childrenOf(engine.pid)]) keepOn(cores, pid);
    },
    lowerPriority() {
      for (const pid of [engine.pid, ...childrenOf(engine.pid)]) lowerSessionPriority(pid, 19);
    },
    async stop() {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
