import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HeldLease } from "@hoplog/schema/caps/lease.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { v7 as uuid } from "uuid";
import { expect, it, onTestFinished } from "vitest";
import { ownerLock } from "../slots/slots.ts";
import { hasHolders, writeHolder } from "../slots/holders.ts";
import { tryLock } from "../slots/lock.ts";
import { writeClick, writeLeasedVisit } from "../spool/record.ts";
import { recordUnreadableChunk, recordUsedVisits } from "../spool/usedVisits.ts";
import { openTestSpool } from "../testing/spool.ts";
import { startRecovery } from "./recover.ts";

const logger = createLogger("test", "silent");
const click = {
  at: 1,
  linkId: randomBytes(16),
  ownerId: randomBytes(16),
  address: randomBytes(16),
  userAgent: "a",
  referrer: "",
  query: "",
  flags: 0,
};

/**
 * Creates a slot whose owner has leased visits and used some; `chunks` are the visit numbers in the chunks that remain.
 */
function slotWith(lease: string, chunks: readonly number[], survivesPowerLoss = false) {
  const spool = mkdtempSync(path.join(tmpdir(), "hoplog-recover-"));
  onTestFinished(() => rmSync(spool, { recursive: true }));
  const slot = path.join(spool, "slot-0");
  mkdirSync(slot);
  const holder = uuid();
  writeHolder(slot, holder, survivesPowerLoss);
  const rules = { maxRecords: 2, maxBytes: 1e9, lingerMs: 1e6, spacingMs: 1e6 };
  const writer = openTestSpool(slot, { rules });
  for (const number of chunks) {
    const leased = { lease: uuidBytes(lease), number };
    writer.recordImmediately((out, offset) => writeClick(out, writeLeasedVisit(out, offset, leased), click));
  }
  return { spool, slot, holder, writer };
}

/** Runs the recovery until no lease is left and returns the settlements. */
async function recovered(spool: string, slot: string, held: readonly HeldLease[]) {
  const settled = new Map<string, number>();
  const leases = {
    lease: async () => ({ state: "busy" as const, granted: 0 }),
    settle: async ({ lease, used }: { lease: string; used: number }) => {
      settled.set(lease, used);
      return true;
    },
    end: async () => [...held],
  };
  const recovery = startRecovery({ spool, leases, logger });
  onTestFinished(() => recovery.stop());
  await expect.poll(() => hasHolders(slot)).toBe(false);
  return settled;
}

it("finds what was used in chunks, also in one that was being written, and in what shipped ones have left", async () => {
  const [lease, other, none] = [uuid(), uuid(), uuid()];
  const { spool, slot } = slotWith(lease, [1, 2, 3, 4, 5]);
  recordUsedVisits(slot, [
    { lease: uuidBytes(other), number: 2 },
    { lease: uuidBytes(other), number: 1 },
    { lease: uuidBytes(lease), number: 1 },
  ]);
  const held = [lease, other, none].map((id) => ({ lease: id, visits: 9 }));
  expect(await recovered(spool, slot, held)).toEqual(
    new Map([
      [lease, 5],
      [other, 2],
      [none, 0],
    ]),
  );
});

it("ignores what a killed process has not finished", async () => {
  const lease = uuid();
  const { spool, slot } = slotWith(lease, [1, 2, 3]);
  const open = readdirSync(slot).find((name) => name.includes(".open")) ?? "";
  truncateSync(path.join(slot, open), 40);
  recordUsedVisits(slot, [{ lease: uuidBytes(uuid()), number: 7 }]);
  writeFileSync(path.join(slot, "used-visits"), Buffer.alloc(5, 1), { flag: "a" });
  expect(await recovered(spool, slot, [{ lease, visits: 9 }])).toEqual(new Map([[lease, 2]]));
});

it("counts all as used where a chunk can't be read", async () => {
  const lease = uuid();
  const { spool, slot } = slotWith(lease, [1, 2]);
  recordUnreadableChunk(slot);
  expect(await recovered(spool, slot, [{ lease, visits: 9 }])).toEqual(new Map([[lease, 9]]));
});

it.each([
  ["interval", false, 9],
  ["always", true, 1],
])("after a power failure with SPOOL_FSYNC=%s", async (_, survivesPowerLoss, used) => {
  const lease = uuid();
  const { spool, slot, holder } = slotWith(lease, [1], survivesPowerLoss);
  writeFileSync(path.join(slot, `${holder}.holder`), JSON.stringify({ boot: "the one before", survivesPowerLoss }));
  expect(await recovered(spool, slot, [{ lease, visits: 9 }])).toEqual(new Map([[lease, used]]));
});

it("leaves alone what a living listener has", async () => {
  const { spool, slot, holder } = slotWith(uuid(), [1]);
  const lock = tryLock(path.join(slot, ownerLock));
  const leases = { lease: () => Promise.reject(), settle: () => Promise.reject(), end: () => Promise.reject() };
  const recovery = startRecovery({ spool, leases, logger });
  await recovery.stop();
  lock?.release();
  expect(existsSync(path.join(slot, `${holder}.holder`))).toBe(true);
});
