import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { completeKey, encodeComplete } from "@hoplog/schema/topics/links/key.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { link } from "../testing/testRedirector.ts";
import { startFeed } from "./feed.ts";
import { openReplica } from "./replica.ts";

const logger = createLogger("redirector", "silent");
const count = 200_000;
const program = path.join(import.meta.dirname, "fixtures", "fill.ts");

it("is complete after its initial load was killed at any moment", async () => {
  const fresh = await freshDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-initial-load-"));
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
     SELECT $1, key, decode(value, 'hex') FROM unnest($2::text[], $3::text[]) AS given (key, value)`,
    [linksV2.name, ...recordsOf(count)],
  );
  await client.end();

  // Kills the process once while it collects records and once while it writes.
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
  await expect.poll(() => replica.feedState().position).not.toBeNull();
  expect(replica.size()).toBe(count);
  for (const n of [1, 777, count]) expect(replica.find(`code-${n}`)).toMatchObject({ url: `https://example.com/${n}` });
  // The folder is deleted once the position is written.
  await expect.poll(() => readdirSync(folder)).not.toContain("building");
});

/** Returns keys and values of `links` links and of the marker that the topic is complete. */
function recordsOf(links: number): [keys: string[], values: string[]] {
  const records = Array.from({ length: links }, (_, i) => {
    const value = encodeLinkRecord({ ...link, url: `https://example.com/${i + 1}` });
    return { key: `code-${i + 1}`, value };
  });
  records.push({ key: completeKey, value: encodeComplete() });
  return [records.map(({ key }) => key), records.map(({ value }) => value.toString("hex"))];
}
