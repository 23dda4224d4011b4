import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createBatchWriter } from "@hoplog/schema/topics/clickBatch/batchWriter.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { clicksOf } from "@hoplog/schema/topics/clickBatch/rows.js";
import { stringify } from "uuid";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestSpool } from "../testing/spool.ts";
import { readFrames } from "./readFrames.ts";
import { addRecords } from "./readRecords.ts";
import { type LeasedVisit, writeClick, writeLeasedVisit } from "./record.ts";
import type { Spool } from "./spool.ts";

const lease = Buffer.alloc(16, 7);

function click(userAgent: string) {
  const ids = { linkId: Buffer.alloc(16, 1), ownerId: Buffer.alloc(16, 2), address: Buffer.alloc(16, 3) };
  return { ...ids, at: 1_700_000_000_123, userAgent, referrer: "", query: "", flags: 0 };
}

function recordCounted(spool: Spool, userAgent: string, number: number) {
  return spool.recordImmediately((out, offset) =>
    writeClick(out, writeLeasedVisit(out, offset, { lease, number }), click(userAgent)),
  );
}

function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-alone-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads the only chunk in a folder. */
function contentOf(folder: string) {
  const writer = createBatchWriter();
  const visits: LeasedVisit[] = [];
  const [file = ""] = readdirSync(folder);
  readFrames(path.join(folder, file), (source, start, end) => {
    visits.push(...addRecords(writer, source, start, end));
    return true;
  });
  const clicks = clicksOf(decodeClickBatch(writer.finish(Buffer.alloc(16, 9))));
  return {
    agents: clicks.map(({ userAgent }) => userAgent),
    ids: new Set(clicks.map(({ id }) => stringify(id))),
    visits: visits.map((visit) => [Buffer.from(visit.lease).equals(lease), visit.number]),
  };
}

it("writes at once, behind what came before, and each click has an id of its own", async () => {
  const folder = scratch();
  const spool = openTestSpool(folder);
  const first = new Promise<void>((resolve) => spool.recordClick(click("first"), resolve));
  expect(recordCounted(spool, "second", 1)).toBe("stored");
  expect(contentOf(folder)).toMatchObject({ agents: ["first", "second"], visits: [[true, 1]] });
  expect(recordCounted(spool, "third", 2)).toBe("stored");
  await new Promise<void>((resolve) => spool.recordClick(click("fourth"), resolve));
  await first;
  const { agents, ids, visits } = contentOf(folder);
  expect([agents, ids.size]).toEqual([["first", "second", "third", "fourth"], 4]);
  expect(visits).toEqual([1, 2].map((number) => [true, number]));
  spool.close();
});

it("keeps nothing that the disk refuses, while others wait for it in memory", async () => {
  const folder = scratch();
  let isFull = true;
  const spool = openTestSpool(folder, {
    folder() {
      if (isFull) throw new Error("no space left on device");
      return folder;
    },
  });
  expect(recordCounted(spool, "refused", 1)).toBe("refused");
  await new Promise<void>((resolve) => spool.recordClick(click("kept"), resolve));
  expect(spool.state()).toMatchObject({ writable: false, dropped: 0 });
  isFull = false;
  // A frame is refused while others are waiting in memory, even if there is space again.
  expect(recordCounted(spool, "refused too", 1)).toBe("refused");
  await expect.poll(() => spool.state().writable).toBe(true);
  expect(recordCounted(spool, "stored", 1)).toBe("stored");
  expect(contentOf(folder)).toMatchObject({ agents: ["kept", "stored"], visits: [[true, 1]] });
  spool.close();
});

describe("the id of the next click", () => {
  const rules = { maxRecords: 3, maxBytes: 1e9, lingerMs: 1, spacingMs: 0 };

  function recorded(spool: Spool, agent: string): [string, string] {
    const id = stringify(spool.nextClickId());
    spool.endRecord(writeClick(spool.frame, spool.beginRecord(), click(agent)));
    return [agent, id];
  }

  function alone(spool: Spool, agent: string): [string, string] {
    let id = "";
    spool.recordImmediately((out, offset) => {
      id = stringify(spool.nextClickId());
      return writeClick(out, offset, click(agent));
    });
    return [agent, id];
  }

  /** Returns the agent and id of each click of a folder, as they would be shipped. */
  function idsIn(folder: string): [string, string][] {
    return readdirSync(folder).flatMap((file) => {
      const writer = createBatchWriter();
      readFrames(path.join(folder, file), (source, start, end) => (addRecords(writer, source, start, end), true));
      const clicks = clicksOf(decodeClickBatch(writer.finish(Buffer.alloc(16, 9))));
      return clicks.map(({ userAgent, id }): [string, string] => [userAgent, stringify(id)]);
    });
  }

  it("is what it gets, wherever frame and chunk end, and when the chunk is closed before it is written", async () => {
    const folder = scratch();
    const spool = openTestSpool(folder, { rules });
    const promised = [recorded(spool, "1"), recorded(spool, "2"), alone(spool, "3"), recorded(spool, "4")];
    spool.flush();
    promised.push(recorded(spool, "5"));
    // The chunk of the fourth click is due, while the fifth waits for the end of the turn.
    await expect.poll(() => readdirSync(folder).filter((file) => file.endsWith(".open2"))).toEqual([]);
    promised.push(recorded(spool, "6"));
    spool.flush();
    promised.push(alone(spool, "7"), recorded(spool, "8"));
    for (let i = 0; i < 3000; i++) promised.push(recorded(spool, `many ${i} ${"x".repeat(200)}`));
    spool.close();
    expect(new Set(promised.map(([, id]) => id)).size).toBe(promised.length);
    expect(idsIn(folder).toSorted()).toEqual(promised.toSorted());
  });

  it("is not used up by a click that the disk refuses, and stays with one that waits for it", async () => {
    const folder = scratch();
    let isFull = true;
    const spool = openTestSpool(folder, {
      rules,
      folder() {
        if (isFull) throw new Error("no space left on device");
        return folder;
      },
    });
    const [, refused] = alone(spool, "refused");
    const kept = [recorded(spool, "kept"), recorded(spool, "kept too")];
    spool.flush();
    expect(kept[0]?.[1]).toBe(refused);
    kept.push(recorded(spool, "later"));
    isFull = false;
    await expect.poll(() => spool.state().writable).toBe(true);
    kept.push(recorded(spool, "last"));
    spool.close();
    expect(idsIn(folder).toSorted()).toEqual(kept.toSorted());
  });
});
