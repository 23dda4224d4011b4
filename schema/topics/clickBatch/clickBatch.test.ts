import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordedClick, RecordedMiss } from "./click.ts";
import { decodeClickBatch, type ClickBatch } from "./decode.ts";
import { encodeClickBatch } from "./encode.ts";

const id = Buffer.from("0192aaaabbbb7ccc8dddeeee00000000", "hex");
const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes));
/** Lone surrogates have no UTF-8: the HTTP parser never gives any. */
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const at = fc.integer({ min: 1_700_000_000_000, max: 1_700_003_600_000 });

const clicks = fc.array(
  fc.record<RecordedClick>({
    at,
    linkId: bytes16,
    ownerId: bytes16,
    address: bytes16,
    userAgent: text,
    referrer: text,
    query: text,
    flags: fc.integer({ min: 0, max: 7 }),
  }),
  { maxLength: 30 },
);
const misses = fc.array(fc.record<RecordedMiss>({ at, code: text, reason: fc.constantFrom("unknown", "inactive") }), {
  maxLength: 5,
});

function rows(batch: ClickBatch): RecordedClick[] {
  return Array.from({ length: batch.size }, (_, i) => {
    const link = batch.links[batch.link[i] ?? -1];
    return {
      at: batch.base + (batch.at[i] ?? 0),
      linkId: Buffer.from(link?.linkId ?? []),
      ownerId: Buffer.from(link?.ownerId ?? []),
      address: Buffer.from(batch.addresses.subarray(i * 16, i * 16 + 16)),
      userAgent: batch.texts[batch.userAgent[i] ?? -1] ?? "?",
      referrer: batch.texts[batch.referrer[i] ?? -1] ?? "?",
      query: batch.texts[batch.query[i] ?? -1] ?? "?",
      flags: batch.flags[i] ?? -1,
    };
  });
}

const golden =
  "SENCMQEAAAAAQIZW/rx4QgGSqqq7u3zMjd3u7gAAAAACAAAAAgAAAAEAAAAFAAAAJgAAAAAAAAAAAAAAAAAAAAEBAQEBAQEBAQEB" +
  "AQEBAQECAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIXAAAAAAAAAAAAAAABAAAAAQAAAAEA" +
  "AAACAAAAAAAAAAMAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwYGBgYGBgYGBgYGBgYGBgYFAAAAZAAAAAQAAAABAAAAAAAAAAUAAAAa" +
  "AAAAAwAAAAQAAABhZ2VudGh0dHBzOi8vw7xuw69jb2RlLmV4YW1wbGUvYT0xbm9wZQ==";

describe("a click batch", () => {
  it("reads back as it was written, wherever it lies in memory", () => {
    fc.assert(
      fc.property(clicks, misses, fc.integer({ min: 0, max: 3 }), (written, missed, shift) => {
        const encoded = encodeClickBatch(id, written, missed);
        const batch = decodeClickBatch(Buffer.concat([Buffer.alloc(shift), encoded]).subarray(shift));
        expect(Buffer.from(batch.id)).toEqual(id);
        expect(rows(batch)).toEqual(written);
        expect(batch.misses).toEqual(missed);
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
    const shared = { ownerId: Buffer.alloc(16, 2), userAgent: "agent" };
    const written = encodeClickBatch(
      id,
      [
        {
          ...shared,
          at: 1_700_000_000_123,
          linkId: Buffer.alloc(16, 1),
          address: Buffer.alloc(16, 3),
          referrer: "https://ünïcode.example/",
          query: "a=1",
          flags: 5,
        },
        {
          ...shared,
          at: 1_700_000_000_100,
          linkId: Buffer.alloc(16, 2),
          address: Buffer.alloc(16, 6),
          referrer: "",
          query: "",
          flags: 0,
        },
      ],
      [{ at: 1_700_000_000_200, code: "nope", reason: "inactive" }],
    );
    expect(Buffer.from(written).toString("base64")).toBe(golden);
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
    expect(many.length / 1000).toBeLessThan(40);
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
          const batch = decodeClickBatch(encoded);
          expect(Math.max(-1, ...batch.link)).toBeLessThan(batch.links.length);
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
