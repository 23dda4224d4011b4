import { expect, it } from "vitest";
import { createRandom } from "../testing/random.ts";
import { createLinkCache, type LinkCache } from "./linkCache.ts";

/** Places the code inside the bytes of a request. */
function placed(code: string): readonly [Buffer, number, number] {
  return [Buffer.from(`GET /${code} HTTP/1.1`), 5, 5 + code.length];
}

function add(cache: LinkCache, code: string, entry: string): boolean {
  const around = Buffer.from(`<${entry}>`);
  return cache.add(0, ...placed(code), around, 1, 1 + entry.length) >= 0;
}

function found(cache: LinkCache, code: string, domain = 0): string | null {
  const at = cache.find(domain, ...placed(code));
  return at < 0 ? null : cache.bytes.toString("latin1", at, at + cache.size());
}

it("finds what it was given, and nothing else", () => {
  const random = createRandom(5);
  const cache = createLinkCache(4000, 1_000_000);
  const expected = new Map<string, string>();
  for (let n = 0; n < 4000; n++) {
    const code = `${n.toString(36)}${"-".repeat(random.below(40))}`;
    const entry = "e".repeat(random.below(300));
    expected.set(code, entry);
    expect(add(cache, code, entry)).toBe(true);
  }
  for (const [code, entry] of expected) {
    expect(found(cache, code)).toBe(entry);
    expect(found(cache, `${code}x`)).toBeNull();
  }
});

it("keeps the codes of domains apart", () => {
  const cache = createLinkCache(10, 1000);
  const domains = [0, 1, 256, 0x7fff_ffff];
  for (const domain of domains)
    cache.add(domain, ...placed("docs"), Buffer.from(`of ${domain}`), 0, `of ${domain}`.length);
  for (const domain of domains) expect(found(cache, "docs", domain)).toBe(`of ${domain}`);
  expect(found(cache, "docs", 2)).toBeNull();
});

it("takes no more entries than it is for", () => {
  const cache = createLinkCache(3, 1000);
  expect(["a", "b", "c", "d"].map((code) => add(cache, code, `entry ${code}`))).toEqual([true, true, true, false]);
  expect(["a", "b", "c", "d"].map((code) => found(cache, code))).toEqual(["entry a", "entry b", "entry c", null]);
});

it("takes no more bytes than it is for, nor an entry or a code beyond all measure", () => {
  const cache = createLinkCache(10, 100_000);
  expect(add(cache, "long", "e".repeat(0x10000))).toBe(false);
  expect(add(cache, "c".repeat(191), "entry")).toBe(false);
  expect(add(cache, "long", "e".repeat(0xffff))).toBe(true);
  expect(add(cache, "second", "e".repeat(40_000))).toBe(false);
  expect(add(cache, "third", "entry")).toBe(true);
  expect(found(cache, "long")).toHaveLength(0xffff);
  expect(found(cache, "third")).toBe("entry");
});

it("forgets everything when cleared", () => {
  const cache = createLinkCache(2, 1000);
  add(cache, "a", "before");
  cache.clear();
  expect(found(cache, "a")).toBeNull();
  expect([add(cache, "a", "after"), add(cache, "b", "b")]).toEqual([true, true]);
  expect(found(cache, "a")).toBe("after");
});
