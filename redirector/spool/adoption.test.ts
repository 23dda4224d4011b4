import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { v7 as uuid } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestSpool } from "../testing/spool.ts";
import { closedName, openName } from "@hoplog/platform/spool/chunkNames.js";
import { createShippedFolders } from "./shippedFolders.ts";
import { createSpoolFolder } from "./spoolFolder.ts";
import { tallyName } from "@hoplog/platform/spool/tallies.js";
import { settleTallies } from "./tallyFile.ts";

const logger = createLogger("test", "silent");

function newSpool(): string {
  const spool = mkdtempSync(path.join(tmpdir(), "hoplog-adoption-"));
  onTestFinished(() => rmSync(spool, { recursive: true, force: true }));
  return spool;
}

function slotOf(spool: string, number: number): string {
  const slot = path.join(spool, `slot-${number}`);
  mkdirSync(slot, { recursive: true });
  return slot;
}

/** Creates an unreadable tally: a folder with its name. */
function leaveUnreadable(slot: string): void {
  mkdirSync(path.join(slot, tallyName(uuid())));
}

/** Creates a chunk that can't be renamed to its final name: a non-empty folder has that name. */
function leaveStuck(slot: string): void {
  const id = uuid();
  writeFileSync(path.join(slot, openName(id)), "");
  mkdirSync(path.join(slot, closedName(id)));
  writeFileSync(path.join(slot, closedName(id), "taken"), "");
}

describe("what can't be taken over", () => {
  it.each([
    ["a file of counts", leaveUnreadable],
    ["a chunk", leaveStuck],
  ])("%s does not keep its slot from being taken and reported", (_what, leave) => {
    const spool = newSpool();
    leave(slotOf(spool, 0));
    const taken: string[] = [];
    const { folder } = createSpoolFolder(spool, logger, (slot) => taken.push(slot));
    expect(folder()).toBe(path.join(spool, "slot-0"));
    expect(taken).toEqual([path.join(spool, "slot-0")]);
  });

  it("keeps no other file of counts from being settled", () => {
    const slot = slotOf(newSpool(), 0);
    leaveUnreadable(slot);
    writeFileSync(path.join(slot, tallyName(uuid())), "");
    const { tallies, unsettled } = settleTallies(slot);
    expect(tallies).toMatchObject([{ requests: 0 }]);
    expect(unsettled).toHaveLength(1);
  });

  it("keeps no other slot from being shipped", async () => {
    const spool = newSpool();
    leaveStuck(slotOf(spool, 0));
    const other = slotOf(spool, 1);
    const writer = openTestSpool(other);
    writer.recordMiss({ at: 1, code: "nothing", reason: "unknown" });
    writer.close();
    const database = await freshDatabase();
    const log = await openEventLog({ databaseUrl: database.url, logger });
    onTestFinished(async () => {
      await log.close();
      await database.drop();
    });
    expect(await createShippedFolders({ spool, logger }).shipLeft(log)).toMatchObject({ chunks: 1 });
    expect(readdirSync(other).filter((name) => name.endsWith(".chunk2"))).toEqual([]);
  });
});
