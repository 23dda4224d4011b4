import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { startFeed } from "./feed.ts";
import { openReplica } from "./replica.ts";

const logger = createLogger("redirector", "silent");
const count = 200_000;
const program = path.join(import.meta.dirname, "fixtures", "fill.ts");

it("is complete after its first filling was killed at any moment", async () => {
  const fresh = await freshDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-filling-"));
  onTestFinished(async () => {
    await fresh.drop();
    rmSync(folder, { recursive: true });
  });
  const openLog = () => openEventLog({ databaseUrl: fresh.url, logger });
  await (await openLog()).close();
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query(
    `INSERT INTO log_record (topic, key, value)
     SELECT $1, 'code-' || n, convert_to('{"linkId":"01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0') ||
       '","ownerId":"01900000-0000-7000-9000-000000000000","revision":1,"url":"https://example.com/' || n ||
       '","active":true}', 'UTF8')
     FROM generate_series(1, $2::int) AS n`,
    [linksV1.name, count],
  );
  await client.end();

  // While it gathers, and while it writes: a dead process each time.
  for (const moment of ["building/run-0", "writing"]) {
    const child = spawn(process.execPath, ["--conditions=hoplog-source", program, fresh.url, folder, moment], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    await new Promise((resolve) => child.once("exit", resolve));
    expect(child.signalCode).toBe("SIGKILL");
  }

  const replica = openReplica(folder);
  expect(replica.feedState().position).toBeNull();
  const feed = startFeed({ replica, openLog, logger, now: () => Date.now() });
  onTestFinished(async () => {
    await feed.stop();
    await replica.close();
  });
  await expect.poll(() => replica.feedState().position, { timeout: 40_000 }).not.toBeNull();
  expect(replica.size()).toBe(count);
  for (const n of [1, 777, count]) expect(replica.find(`code-${n}`)?.url).toBe(`https://example.com/${n}`);
  // It goes once the position is written.
  await expect.poll(() => readdirSync(folder)).not.toContain("building");
});
