import { readdirSync, readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { optionLimits } from "../../links/options/options.ts";
import { parseOriginalUrl } from "../../links/originalUrl.ts";
import { completeKey, encodeComplete, linkKey, parseLinkKey, isCompleteMarker } from "./key.ts";
import { decodeLinkRecord, encodeLinkRecord, isReadable, type LinkRecord, UnreadableRecord } from "./record.ts";

const plain: LinkRecord = {
  linkId: "01900000-0000-7000-8000-0000000000aa",
  ownerId: "01900000-0000-7000-8000-0000000000bb",
  revision: 258,
  state: "active",
  domain: 0,
  url: "https://example.com/page?a=1",
  plan: new Uint8Array(),
};
const off: LinkRecord = { ...plain, state: "inactive" };
const planned: LinkRecord = { ...plain, state: "planned", domain: 7, plan: Uint8Array.of(1, 2, 3, 255) };

const golden = new URL("golden/", import.meta.url);
const bytesOf = (file: string): Buffer =>
  Buffer.from(readFileSync(new URL(`${file}.hex`, golden), "utf8").replaceAll(/\s/g, ""), "hex");

describe("every version ever released", () => {
  it.each([
    ["v2-active", plain],
    ["v2-inactive", off],
    ["v2-planned", planned],
  ])("is read, and still written: %s", (file, record) => {
    expect(decodeLinkRecord(bytesOf(file))).toEqual(record);
    expect(encodeLinkRecord(record)).toEqual(bytesOf(file));
  });

  it("says of a topic that it is complete", () => {
    expect(encodeComplete()).toEqual(bytesOf("v2-complete"));
    expect(isCompleteMarker(completeKey, bytesOf("v2-complete"))).toBe(true);
    expect(isCompleteMarker("complete", bytesOf("v2-complete"))).toBe(false);
    expect(isCompleteMarker(completeKey, null)).toBe(false);
  });

  it("has a test for each of its files, and begins with a byte of its own", () => {
    const files = ["v2-active", "v2-complete", "v2-inactive", "v2-planned"];
    expect(readdirSync(golden).toSorted()).toEqual(files.map((file) => `${file}.hex`));
    expect(new Set(files.map((file) => bytesOf(file)[0]))).toEqual(new Set([2]));
  });
});

const uuid = fc.uuid();
const records = fc
  .record({
    linkId: uuid,
    ownerId: uuid,
    revision: fc.nat(0xffff_ffff),
    domain: fc.nat(0x7fff_ffff),
    url: fc
      .string({ unit: fc.constantFrom(..."abc/?&=%:."), maxLength: 300 })
      .map((path) => `https://example.com/${path}`),
    state: fc.constantFrom<LinkRecord["state"]>("active", "inactive", "planned"),
    plan: fc.uint8Array({ maxLength: 200 }),
  })
  .map((record): LinkRecord => ({ ...record, plan: record.state === "active" ? new Uint8Array() : record.plan }));

describe("a record", () => {
  it("is read as it was written, also from within other bytes", () => {
    fc.assert(
      fc.property(records, fc.nat(20), (record, at) => {
        const bytes = encodeLinkRecord(record);
        expect(decodeLinkRecord(bytes)).toEqual(record);
        const within = Buffer.concat([Buffer.alloc(at, 2), bytes, Buffer.alloc(9, 2)]);
        expect(isReadable(within, at, at + bytes.length)).toBe(true);
        expect(isReadable(within, at, at + bytes.length + 1)).toBe(false);
      }),
    );
  });

  it("is refused when any of its bytes is another one, or is missing", () => {
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 255 }), (record, change) => {
        const bytes = encodeLinkRecord(record);
        for (let at = 0; at < bytes.length; at++) {
          const flipped = Buffer.from(bytes);
          flipped[at] = (flipped[at] ?? 0) ^ change;
          expect(() => decodeLinkRecord(flipped)).toThrow(UnreadableRecord);
          expect(() => decodeLinkRecord(bytes.subarray(0, at))).toThrow(UnreadableRecord);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is refused when it is whole and says what nobody has meant", () => {
    const active = encodeLinkRecord({ ...planned, state: "planned" });
    expect(() => decodeLinkRecord(resealed(active, 5, 1))).toThrow(UnreadableRecord);
    expect(() => decodeLinkRecord(resealed(encodeLinkRecord(plain), 5, 3))).toThrow(UnreadableRecord);
    expect(() => decodeLinkRecord(resealed(encodeLinkRecord(plain), 0, 3))).toThrow(UnreadableRecord);
    expect(decodeLinkRecord(resealed(encodeLinkRecord(plain), 5, 0))).toEqual(off);
  });

  it("keeps what is no visible ASCII out of the URL, and takes no more than fits", () => {
    const url = decodeLinkRecord(encodeLinkRecord({ ...plain, url: "https://example.com/ü\r\nx: y" })).url;
    expect(url).toBe("https://example.com/%C3%BC%0D%0Ax:%20y");
    expect(() => encodeLinkRecord({ ...planned, plan: new Uint8Array(0x10000) })).toThrow(RangeError);
  });
});

describe("the longest URL that a link may have", () => {
  it.each([
    ["8,192 characters", `https://example.com/${"x".repeat(8172)}`],
    ["characters of three bytes", `https://example.com/?q=${"字".repeat(1775)}`],
  ])("is read as it was written: %s", (_what, typed) => {
    const parsed = parseOriginalUrl(typed);
    const url = parsed.ok ? parsed.url : "";
    const plan = new Uint8Array(optionLimits.planBytesMax);
    expect(decodeLinkRecord(encodeLinkRecord({ ...planned, url, plan }))).toEqual({ ...planned, url, plan });
  });

  it("has fewer than 8,192 of them, which a record refuses", () => {
    const url = `https://example.com/${"字".repeat(8192)}`;
    expect(() => encodeLinkRecord({ ...plain, url })).toThrow(RangeError);
  });
});

it("the sign that a topic is complete is refused when any of its bytes is another one", () => {
  for (let at = 0; at < encodeComplete().length; at++) {
    const flipped = encodeComplete();
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect(isCompleteMarker(completeKey, flipped)).toBe(false);
  }
});

describe("a key", () => {
  it.each(["docs", "7_8", "123", "1234567"])("of the default domain is the code: %s", (code) => {
    expect(linkKey({ domain: 0, code })).toBe(code);
    expect(parseLinkKey(code)).toEqual({ domain: 0, code });
  });

  it("is one address's alone", () => {
    const code = fc.string({ unit: fc.constantFrom(..."abc019-_"), minLength: 3, maxLength: 50 });
    expect(parseLinkKey("7/a")).toEqual({ domain: 7, code: "a" });
    expect(parseLinkKey("7/8/docs")).toEqual({ domain: 7, code: "8/docs" });
    const domain = fc.oneof(fc.nat(12), fc.nat(0x7fff_ffff));
    fc.assert(
      fc.property(domain, code, (number, text) => {
        const address = { domain: number, code: text };
        expect(parseLinkKey(linkKey(address))).toEqual(address);
      }),
    );
  });

  it.each([
    "",
    "ab",
    "a/docs",
    "/docs",
    "0/docs",
    "07/docs",
    "7/",
    "7//a",
    "7/a/",
    "7/a b",
    "9999999999/docs",
    completeKey,
  ])("is not: %j", (key) => {
    expect(parseLinkKey(key)).toBeNull();
  });
});

/** Changes one byte and corrects the checksum. */
function resealed(bytes: Buffer, at: number, value: number): Buffer {
  const out = Buffer.from(bytes);
  out[at] = value;
  out.writeUInt32LE(crc32(out.subarray(5)), 1);
  return out;
}
