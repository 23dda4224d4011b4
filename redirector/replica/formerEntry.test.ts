import { readFileSync } from "node:fs";
import { decodeLinkRecord, type LinkRecord } from "@hoplog/schema/topics/links/record.js";
import { describe, expect, it } from "vitest";
import { encodeFormerEntry, isFormerReplacedBy, presentEntryOf } from "./formerEntry.ts";
import { unreadableEntry } from "./linkEntry.ts";

const former = {
  linkId: "01900000-0000-7000-8000-0000000000aa",
  ownerId: "01900000-0000-7000-8000-0000000000bb",
  revision: 258,
  url: "https://example.com/page?a=1",
  active: true,
};

/** Written by the `encodeEntry` of commit ee88265. */
function golden(name: string): Buffer {
  const hex = readFileSync(new URL(`golden/${name}.hex`, import.meta.url), "utf8");
  return Buffer.from(hex.replaceAll(/\s/g, ""), "hex");
}

describe("an entry of the release before", () => {
  it.each([
    ["entry-active", { ...former, active: true }],
    ["entry-inactive", { ...former, active: false }],
  ])("is read and written: %s", (name, record) => {
    expect(encodeFormerEntry(record)).toEqual(golden(name));
    const { active, ...rest } = record;
    const present: LinkRecord = { ...rest, state: active ? "active" : "inactive", domain: 0, plan: new Uint8Array() };
    expect(decodeLinkRecord(presentEntryOf(golden(name)))).toEqual(present);
  });

  it("can't be read where it is cut off, or has a state or a URL that none has", () => {
    const bytes = golden("entry-active");
    for (let length = 0; length <= 37; length++)
      expect(presentEntryOf(bytes.subarray(0, length))).toEqual(unreadableEntry);
    for (let state = 2; state < 256; state++)
      expect(presentEntryOf(Buffer.concat([Buffer.of(state), bytes.subarray(1)]))).toEqual(unreadableEntry);
    for (const character of [" ", "\r", "\n", "\u007f", "\u00e9"])
      expect(presentEntryOf(Buffer.concat([bytes, Buffer.from(character, "latin1")]))).toEqual(unreadableEntry);
  });

  it("gives way to one of another link, and of the same one to one that is not older", () => {
    const at = (revision: number) => encodeFormerEntry({ ...former, revision });
    expect(isFormerReplacedBy(at(5), at(4))).toBe(false);
    expect(isFormerReplacedBy(at(5), at(5))).toBe(true);
    expect(isFormerReplacedBy(at(5), encodeFormerEntry({ ...former, linkId: former.ownerId, revision: 1 }))).toBe(true);
    expect(isFormerReplacedBy(unreadableEntry, at(1))).toBe(true);
  });
});
