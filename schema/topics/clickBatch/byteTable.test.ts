import fc from "fast-check";
import { expect, it } from "vitest";
import { createByteTable, sourceOf } from "./byteTable.ts";

function indicesOf(texts: readonly Uint8Array[], table = createByteTable()): number[] {
  return texts.map((text) => table.indexOf(sourceOf(text), 0, text.length));
}

/** Returns different byte strings with the same hash: the second word cancels the effect of the first. */
function meeting(count: number): Buffer[] {
  return Array.from({ length: count }, (_, i) => {
    let hash = Math.imul(8 ^ i, 0x9e3779b1);
    hash ^= hash >>> 15;
    const bytes = Buffer.alloc(8);
    bytes.writeInt32LE(i, 0);
    bytes.writeInt32LE(hash, 4);
    return bytes;
  });
}

it("numbers strings in the order in which they first come", () => {
  const few = fc.uint8Array({ maxLength: 9 });
  fc.assert(
    fc.property(fc.array(few, { maxLength: 400 }), fc.nat(7), (texts, shift) => {
      const known: string[] = [];
      const expected = texts.map((text) => {
        const key = Buffer.from(text).toString("hex");
        return known.includes(key) ? known.indexOf(key) : known.push(key) - 1;
      });
      const table = createByteTable();
      indicesOf([Buffer.from("of an earlier batch")], table);
      table.clear();
      const shifted = texts.map((text) => Buffer.concat([Buffer.alloc(shift), text]).subarray(shift));
      expect(indicesOf(shifted, table)).toEqual(expected);
      const out = Buffer.alloc(table.totalLength());
      table.copyTo(out, 0);
      expect(out.toString("hex")).toBe(known.join(""));
      expect(known.map((key) => key.length / 2)).toEqual(known.map((_, i) => table.lengthAt(i)));
    }),
  );
});

it("grows", () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => Buffer.from(`text ${i % 10_000}`));
  expect(indicesOf(texts)).toEqual(texts.map((_, i) => i % 10_000));
});

it("gives up looking for one of many that were chosen to meet, and keeps it once more", () => {
  const table = createByteTable();
  const texts = meeting(200);
  expect(indicesOf(texts, table)).toEqual(texts.map((_, i) => i));
  expect(indicesOf(texts.slice(0, 10), table)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(indicesOf(texts.slice(-1), table)).toEqual([200]);
});
