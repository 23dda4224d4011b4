import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LogRecord } from "@hoplog/platform/log/port.js";
import { encodeLinkRecord, type LinkRecord } from "@hoplog/schema/topics/linkRecord.js";
import { expect, it, onTestFinished } from "vitest";
import { createRandom } from "../testing/random.ts";
import { decodeEntry, encodeEntry } from "./linkEntry.ts";
import { entryOfValue } from "./linkValue.ts";
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
    active: revision % 3 > 0,
  };
}

it.each<[string, Partial<LinkRecord>]>([
  ["a plain one", {}],
  ["one that is off", { active: false }],
  ["a high revision", { revision: 2_147_483_647 }],
  ["an escape", { url: 'https://example.com/"\\' }],
  ["something else than ASCII", { url: "https://example.com/ü\n" }],
  ["an id in capitals", { linkId: "01900000-0000-7000-8000-0000000000AA" }],
])("reads the same from a value, directly or as JSON: %s", (_what, change) => {
  const record = { ...linkOf(1, 1), ...change };
  expect(entryOfValue(encodeLinkRecord(record))).toEqual(encodeEntry(record));
});

it("never puts more than visible ASCII into a header", () => {
  const entry = entryOfValue(encodeLinkRecord({ ...linkOf(1, 1), url: "https://example.com/ü\r\nx: y" }));
  expect(decodeEntry(entry).url).toBe("https://example.com/%C3%BC%0D%0Ax:%20y");
});

it.each(["{}", "", '{"linkId":"x","active":true}', "null"])("refuses %j", (text) => {
  expect(() => entryOfValue(Buffer.from(text))).toThrow();
});

it("ends up the same whether built at once or fed step by step", async () => {
  const random = createRandom(11);
  const records: LogRecord[] = Array.from({ length: 20_000 }, () => {
    const n = random.below(3000);
    const link = linkOf(n + 10_000 * random.below(2), random.below(6));
    return { key: `code-${n}`, value: random.below(6) === 0 ? null : encodeLinkRecord(link), recordedAt: 0 };
  });
  const [stepwise, atOnce] = [openReplica(folder()), openReplica(folder())];
  await stepwise.apply(records, feed);
  await atOnce.apply([{ key: "code-gone", value: encodeLinkRecord(linkOf(1, 1)), recordedAt: 0 }], feed);
  const build = atOnce.build();
  for (let from = 0; from < records.length; from += 1000) build.add(records.slice(from, from + 1000));
  expect(atOnce.size()).toBe(1);
  await build.finish({ ...feed, completeAt: 5 });
  expect(atOnce.feedState()).toEqual({ ...feed, completeAt: 5 });
  expect(atOnce.size()).toBe(stepwise.size());
  for (let n = 0; n < 3000; n++) expect(atOnce.find(`code-${n}`)).toEqual(stepwise.find(`code-${n}`));
  await Promise.all([stepwise.close(), atOnce.close()]);
});

it("shows a reader what was written after it had opened, however much", async () => {
  const directory = folder();
  const writer = openReplica(directory);
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
  await expect.poll(() => reader.entry("code-299999")?.url).toBe("https://example.com/299999/1");
  await reader.close();
  await writer.close();
});
