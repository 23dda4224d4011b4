import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { encodeLinkRecord, type LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "../testing/random.ts";
import { replicaFolder } from "./folders.ts";
import { decodeEntry, entryOfValue } from "./linkEntry.ts";
import { openReplicaReader } from "./reader.ts";
import { openReplica } from "./replica.ts";

const feed = { log: "test", position: null, completeAt: 0 };

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "hoplog-replica-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function linkOf(n: number, revision: number): LinkRecord {
  return {
    linkId: `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
    ownerId: "01900000-0000-7000-8000-0000000000bb",
    revision,
    url: `https://example.com/${n}/${revision}`,
    state: revision % 3 > 0 ? "active" : "inactive",
    domain: 0,
    plan: new Uint8Array(),
  };
}

it("never puts more than visible ASCII into a header", () => {
  const entry = entryOfValue(encodeLinkRecord({ ...linkOf(1, 1), url: "https://example.com/ü\r\nx: y" }));
  expect(decodeEntry(entry)).toMatchObject({ url: "https://example.com/%C3%BC%0D%0Ax:%20y" });
});

it("ends up the same whether built at once or fed step by step", async () => {
  const random = createRandom(11);
  const records: LogRecord[] = Array.from({ length: 20_000 }, () => {
    const n = random.below(3000);
    const link = linkOf(n + 10_000 * random.below(2), random.below(6));
    const key = random.below(9) === 0 ? `7/code-${n}` : `code-${n}`;
    const value = encodeLinkRecord(link);
    if (random.below(20) === 0) value.writeUInt8(value.readUInt8(60) ^ 1, 60);
    return { key, value: random.below(6) === 0 ? null : value, recordedAt: 0 };
  });
  const [stepwise, atOnce] = [openReplica(folder()), openReplica(folder())];
  const unreadable = await stepwise.apply(records, feed);
  expect(unreadable).toBeGreaterThan(100);
  await atOnce.apply([{ key: "code-gone", value: encodeLinkRecord(linkOf(1, 1)), recordedAt: 0 }], feed);
  const build = atOnce.build();
  let counted = 0;
  for (let from = 0; from < records.length; from += 1000) counted += build.add(records.slice(from, from + 1000));
  expect(counted).toBe(unreadable);
  expect(atOnce.size()).toBe(1);
  await build.finish({ ...feed, completeAt: 5 });
  expect(atOnce.feedState()).toEqual({ ...feed, completeAt: 5 });
  expect(atOnce.size()).toBe(stepwise.size());
  for (const key of Array.from({ length: 3000 }, (_, n) => [`code-${n}`, `7/code-${n}`]).flat())
    expect(atOnce.find(key)).toEqual(stepwise.find(key));
  await Promise.all([stepwise.close(), atOnce.close()]);
});

it("shows a reader what was written after it had opened, however much", async () => {
  const directory = folder();
  const writer = openReplica(replicaFolder(directory));
  const reader = openReplicaReader(directory);
  expect(reader.entry("code-1")).toBeUndefined();
  for (let from = 0; from < 300_000; from += 20_000) {
    const records = Array.from({ length: 20_000 }, (_, i) => ({
      key: `code-${from + i}`,
      value: encodeLinkRecord(linkOf(from + i, 1)),
      recordedAt: 0,
    }));
    await writer.apply(records, feed);
  }
  await expect.poll(() => reader.entry("code-299999")).toMatchObject({ url: "https://example.com/299999/1" });
  await reader.close();
  await writer.close();
});
