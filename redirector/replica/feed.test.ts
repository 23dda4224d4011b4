import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import type { Position } from "@hoplog/platform/log/port.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import { expect, it, onTestFinished } from "vitest";
import { link, publishComplete } from "../testing/testRedirector.ts";
import { startFeed } from "./feed.ts";
import { openReplica } from "./replica.ts";

const logger = createLogger("redirector", "silent");

it("builds the replica anew when it was fed by another log", async () => {
  const database = await freshDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "hoplog-feed-"));
  const replica = openReplica(folder);
  const elsewhere: Position = JSON.parse('"kafka:abc:0=7@1"');
  await replica.apply([{ key: "old", value: encodeLinkRecord(link), recordedAt: 1 }], {
    log: "kafka:abc",
    position: elsewhere,
    completeAt: Date.now(),
  });
  const openLog = () => openEventLog({ databaseUrl: database.url, logger });
  const log = await openLog();
  await log.append(linksV2, [{ key: "new", value: encodeLinkRecord(link) }]);
  await publishComplete(log);
  const feed = startFeed({ replica, openLog, logger, now: () => Date.now() });
  onTestFinished(async () => {
    await feed.stop();
    await log.close();
    await replica.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  await expect.poll(() => replica.find("new")).toBeDefined();
  expect(replica.find("old")).toBeUndefined();
});
