import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatchWriter } from "./batchWriter.ts";
import { sourceOf } from "./byteTable.ts";
import { missReasons, type RecordedClick, type RecordedMiss } from "./click.ts";
import { decodeClickBatch } from "./decode.ts";
import { encodeClickBatch } from "./encode.ts";
import { goldenBatches, goldenClicks, goldenId, goldenMisses } from "./golden.ts";
import { offsetsOf } from "./layout.ts";
import { quarterMs } from "./requests.ts";
import { clicksOf, missesOf } from "./rows.ts";

const id = Buffer.from("0192aaaabbbb7ccc8dddeeee00000000", "hex");
const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
/** Lone surrogates can't be encoded as UTF-8, and the HTTP parser never produces them. */
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const number = fc.nat(0xffff_ffff);
const visit = {
  at: fc.integer({ min: 1_700_000_000_000, max: 1_700_003_600_000 }),
  address: bytes16,
  userAgent: text,
  referrer: text,
  languages: text,
  flags: fc.integer({ min: 0, max: 7 }),
};
const link = { linkId: bytes16, ownerId: bytes16, domain: number, revision: number, rule: number, arm: number };
const clicks = fc.array(fc.record<Required<RecordedClick>>({ ...visit, ...link, query: text }), { maxLength: 30 });
const missed = { ...visit, host: text, path: text, code: text, reason: fc.constantFrom(...missReasons) };
const misses = fc.array(
  fc.oneof(
    fc.record<RecordedMiss>(missed),
    fc.record<RecordedMiss>({ ...missed, ...link }),
    // Miss of an unknown code on a workspace's domain.
    fc.record<RecordedMiss>({ ...missed, domain: fc.integer({ min: 1, max: 0xffff_ffff }) }),
  ),
  { maxLength: 5 },
);

describe("a click batch", () => {
  it("reads back as it was written, wherever it lies in memory", () => {
    fc.assert(
      fc.property(clicks, misses, fc.integer({ min: 0, max: 3 }), (written, missed, shift) => {
        const encoded = encodeClickBatch(id, written, missed);
        const batch = decodeClickBatch(Buffer.concat([Buffer.alloc(shift), encoded]).subarray(shift));
        expect(Buffer.from(batch.id)).toEqual(id);
        expect(clicksOf(batch).map((click) => ({ ...click, id: undefined }))).toEqual(written);
        expect(missesOf(batch)).toEqual(missed);
      }),
    );
  });

  it("is the same for the same clicks, so that a replay is recognised", () => {
    fc.assert(
      fc.property(clicks, misses, (written, missed) => {
        expect(encodeClickBatch(id, written, missed)).toEqual(encodeClickBatch(id, [...written], [...missed]));
      }),
    );
  });

  it("has the layout that is in logs already", () => {
    expect(Buffer.from(encodeClickBatch(goldenId, goldenClicks, goldenMisses)).toString("base64")).toBe(
      goldenBatches[3],
    );
  });

  it("is read, with what it says", () => {
    const batch = decodeClickBatch(Buffer.from(goldenBatches[3], "base64"));
    expect(Buffer.from(batch.id)).toEqual(goldenId);
    expect(clicksOf(batch)).toEqual(
      goldenClicks.map((click, row) => ({
        ...click,
        id: Buffer.from(`0192aaaabbbb7ccc8dddeeee0000000${row}`, "hex"),
      })),
    );
    expect(missesOf(batch)).toEqual(goldenMisses);
  });

  it("says how many requests there were, by link and quarter of an hour", () => {
    const { requests } = decodeClickBatch(Buffer.from(goldenBatches[3], "base64"));
    const quarter = Math.floor(1_700_000_000_000 / quarterMs);
    expect(requests).toEqual({
      size: 3,
      link: Uint32Array.of(1, 2, 3),
      quarter: Uint32Array.of(quarter, quarter, quarter),
      clicks: Uint32Array.of(1, 1, 0),
      misses: Uint32Array.of(0, 0, 1),
      dropped: Uint32Array.of(0, 0, 0),
    });
  });

  it("counts requests as they were added, whatever was forgotten, and those that were dropped", () => {
    const writer = createBatchWriter();
    const { source, offsets } = encodedClick();
    const at = 1_700_000_000_000;
    writer.idsFrom(sourceOf(id), 0, 0);
    expect(writer.isEmpty()).toBe(true);
    for (let i = 0; i < 300; i++) writer.addClick(source, { ...offsets, at: at + i * quarterMs });
    writer.truncate(299, 0);
    writer.addDropped(source, 0, at, 5);
    writer.addDropped(source, -1, at, 2);
    const { requests, size } = decodeClickBatch(writer.finish(id));
    expect(size).toBe(299);
    const rows = Array.from(requests.link, (link, i) => [link, requests.clicks[i], requests.dropped[i]]);
    expect(rows.filter(([link]) => link === 0)).toEqual([[0, 0, 2]]);
    expect(rows.filter(([, , dropped]) => dropped === 5)).toEqual([[1, 1, 5]]);
    expect(rows.filter(([, clicks]) => clicks === 0)).toEqual([
      [1, 0, 0],
      [0, 0, 2],
    ]);
    expect(requests.clicks.reduce((sum, n) => sum + n, 0)).toBe(299);
    expect(requests.quarter[298]).toBe(Math.floor(at / quarterMs) + 298);

    writer.addDropped(source, 0, at, 1);
    expect(writer.isEmpty()).toBe(false);
    const dropped = decodeClickBatch(writer.finish(id));
    expect([dropped.size, dropped.misses.size, dropped.requests.dropped]).toEqual([0, 0, Uint32Array.of(1)]);
    expect(writer.isEmpty()).toBe(true);
  });

  it.each([1, 2, 4])("is refused as version %i, which is not known", (version) => {
    const other = Buffer.from(goldenBatches[3], "base64");
    other[0] = version;
    expect(() => decodeClickBatch(other)).toThrow(`unknown version ${version}`);
  });

  it("is refused when any byte of it has changed", () => {
    const whole = Buffer.from(goldenBatches[3], "base64");
    for (let at = 0; at < whole.length; at++) {
      for (const change of [1, 2, 3, 0x48 ^ 3, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ change;
        expect(() => decodeClickBatch(changed), `byte ${at}`).toThrow(RangeError);
      }
    }
  });

  it("keeps the ids that clicks were given, however many times they go on from another one", () => {
    const writer = createBatchWriter();
    const one = sourceOf(Buffer.alloc(12, "a"));
    const two = sourceOf(Buffer.alloc(12, "b"));
    const click = encodedClick();
    const add = (count: number) => {
      for (let i = 0; i < count; i++) writer.addClick(click.source, click.offsets);
    };
    writer.idsFrom(one, 0, 7);
    add(2);
    writer.idsFrom(one, 0, 9);
    add(1);
    writer.idsFrom(two, 0, 0);
    writer.idsFrom(one, 0, 0x01020304);
    add(1);
    writer.idsFrom(sourceOf(id), 0, 4);
    add(2);
    writer.idsFrom(two, 0, 5);
    add(3);
    writer.truncate(6, 0);
    const bytes = writer.finish(id);
    const ids = clicksOf(decodeClickBatch(bytes)).map((row) => Buffer.from(row.id).toString("hex"));
    const [a, own] = ["61".repeat(12), id.toString("hex").slice(0, 24)];
    expect(ids).toEqual([
      `${a}00000007`,
      `${a}00000008`,
      `${a}00000009`,
      `${a}01020304`,
      `${own}00000004`,
      `${own}00000005`,
    ]);
    // The size shows that no unneeded id runs are stored.
    const counts = { links: 1, clicks: 6, misses: 0, texts: 1, textBytes: 0, runs: 3, requests: 1 };
    expect(bytes.length).toBe(offsetsOf(counts).end);
  });

  it("holds what repeats once", () => {
    const click: RecordedClick = {
      at: 1,
      linkId: Buffer.alloc(16, 1),
      ownerId: Buffer.alloc(16, 2),
      address: Buffer.alloc(16),
      flags: 0,
      userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
      referrer: "https://news.example/",
      query: "",
    };
    const many = encodeClickBatch(
      id,
      Array.from({ length: 1000 }, () => click),
    );
    expect(many.length / 1000).toBeLessThan(44);
  });

  it("is refused, not misread, when bytes are missing or were never one", () => {
    fc.assert(
      fc.property(clicks, fc.nat(), (written, cut) => {
        const encoded = encodeClickBatch(id, written);
        expect(() => decodeClickBatch(encoded.subarray(0, cut % encoded.length))).toThrow(RangeError);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(() => decodeClickBatch(noise)).toThrow(RangeError);
      }),
    );
  });

  it("never gives an index that leads outside, whatever has happened to the bytes", () => {
    fc.assert(
      fc.property(clicks, fc.nat(), fc.integer({ min: 1, max: 255 }), (written, where, change) => {
        const encoded = encodeClickBatch(id, written);
        encoded[where % encoded.length] = (encoded[where % encoded.length] ?? 0) ^ change;
        try {
          const batch = decodeClickBatch(resealed(encoded));
          expect(Math.max(-1, ...batch.link)).toBeLessThan(batch.links.length);
          expect(Math.max(-1, ...batch.requests.link)).toBeLessThan(batch.links.length + 1);
          for (const column of [batch.userAgent, batch.referrer, batch.query]) {
            expect(Math.max(-1, ...column)).toBeLessThan(batch.texts.length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

/** Corrects the checksum after a change, so that validation of the content is reached. */
function resealed(bytes: Uint8Array): Uint8Array {
  const out = Buffer.from(bytes);
  out.writeUInt32LE(crc32(out.subarray(8)), 4);
  return out;
}

function encodedClick() {
  const source = sourceOf(Buffer.alloc(64));
  const none = { userAgentStart: 0, userAgentEnd: 0, referrerStart: 0, referrerEnd: 0, queryStart: 0, queryEnd: 0 };
  const offsets = { at: 1, flags: 0, linkStart: 0, addressStart: 48, ...none, languagesStart: 0, languagesEnd: 0 };
  return { source, offsets };
}
