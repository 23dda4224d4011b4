import { expect, it } from "vitest";
import { createRandom } from "../testing/random.ts";
import { createLinkMemory, type LinkMemory } from "./linkMemory.ts";

/** The code stands somewhere within the bytes of a request. */
function placed(code: string): readonly [Buffer, number, number] {
  return [Buffer.from(`GET /${code} HTTP/1.1`), 5, 5 + code.length];
}

function add(memory: LinkMemory, code: string, entry: string): boolean {
  const around = Buffer.from(`<${entry}>`);
  return memory.add(...placed(code), around, 1, 1 + entry.length) >= 0;
}

function found(memory: LinkMemory, code: string): string | null {
  const at = memory.find(...placed(code));
  return at < 0 ? null : memory.bytes.toString("latin1", at, at + memory.size());
}

it("finds what it was given, and nothing else", () => {
  const random = createRandom(5);
  const memory = createLinkMemory(4000, 1_000_000);
  const expected = new Map<string, string>();
  for (let n = 0; n < 4000; n++) {
    const code = `${n.toString(36)}${"-".repeat(random.below(40))}`;
    const entry = "e".repeat(random.below(300));
    expected.set(code, entry);
    expect(add(memory, code, entry)).toBe(true);
  }
  for (const [code, entry] of expected) {
    expect(found(memory, code)).toBe(entry);
    expect(found(memory, `${code}x`)).toBeNull();
  }
});

it("takes no more entries than it is for", () => {
  const memory = createLinkMemory(3, 1000);
  expect(["a", "b", "c", "d"].map((code) => add(memory, code, `entry ${code}`))).toEqual([true, true, true, false]);
  expect(["a", "b", "c", "d"].map((code) => found(memory, code))).toEqual(["entry a", "entry b", "entry c", null]);
});

it("takes no more bytes than it is for, nor an entry or a code beyond all measure", () => {
  const memory = createLinkMemory(10, 100_000);
  expect(add(memory, "long", "e".repeat(0x10000))).toBe(false);
  expect(add(memory, "c".repeat(51), "entry")).toBe(false);
  expect(add(memory, "long", "e".repeat(0xffff))).toBe(true);
  expect(add(memory, "second", "e".repeat(40_000))).toBe(false);
  expect(add(memory, "third", "entry")).toBe(true);
  expect(found(memory, "long")).toHaveLength(0xffff);
  expect(found(memory, "third")).toBe("entry");
});

it("forgets everything when told to", () => {
  const memory = createLinkMemory(2, 1000);
  add(memory, "a", "before");
  memory.clear();
  expect(found(memory, "a")).toBeNull();
  expect([add(memory, "a", "after"), add(memory, "b", "b")]).toEqual([true, true]);
  expect(found(memory, "a")).toBe("after");
});
