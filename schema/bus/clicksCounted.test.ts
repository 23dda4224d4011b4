import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { uuidBytes, uuidText } from "../uuid.ts";
import { clicksCountedMessage, readClicksCounted } from "./clicksCounted.ts";

const batchId = randomBytes(16);
const owners = [3, 0, 1].map((count) => ({
  ownerId: randomBytes(16),
  linkIds: Array.from({ length: count }, () => randomBytes(16)),
}));

it("gives each account's links, and none of an account that it does not name", () => {
  const message = readClicksCounted(clicksCountedMessage(batchId, owners));
  expect(message.batchIds).toEqual([uuidText(batchId)]);
  expect(message.ownerIds).toEqual(owners.map(({ ownerId }) => uuidText(ownerId)));
  for (const { ownerId, linkIds } of owners) {
    expect([...message.linksOf(uuidText(ownerId))]).toEqual(linkIds.map(uuidText));
  }
  expect(message.linksOf(uuidText(batchId)).size).toBe(0);
});

it("is the same when it is read of a part of a larger buffer", () => {
  const [owner] = owners;
  const whole = Buffer.concat([randomBytes(5), owner?.ownerId ?? Buffer.alloc(0), randomBytes(5)]);
  const shifted = { ownerId: whole.subarray(5, 21), linkIds: owner?.linkIds ?? [] };
  expect(clicksCountedMessage(batchId, [shifted])).toBe(clicksCountedMessage(batchId, owners.slice(0, 1)));
});

// A message as originally sent, which must not be changed; a new version of the format gets a new one.
const golden =
  "3bI/WrAIAAAABkqqqu7t8zI3d7u4AAAAABwcHBwcHBwcHBwcHBwcHBwICAgICAgICAgICAgICAgICAAAAAQEBAQEBAQEBAQEBAQEBAQQEBAQEBAQEBAQEBAQEBAQJCQkJCQkJCQkJCQkJCQkJAAAAAA==";
const goldenId = "0192aaaa-bbbb-7ccc-8ddd-eeee00000000";
const goldenOwners = [
  { ownerId: Buffer.alloc(16, 2), linkIds: [Buffer.alloc(16, 1), Buffer.alloc(16, 4)] },
  { ownerId: Buffer.alloc(16, 9), linkIds: [] },
];

const goldenIds = Buffer.concat([uuidBytes(goldenId), Buffer.alloc(16, 7)]);

it("is written and read as it was sent first, byte for byte", () => {
  expect(clicksCountedMessage(goldenIds, goldenOwners)).toBe(golden);
  const read = readClicksCounted(golden);
  expect(read.batchIds).toEqual([goldenId, "07070707-0707-0707-0707-070707070707"]);
  const ownerIds = goldenOwners.map(({ ownerId }) => uuidText(ownerId));
  expect(read.ownerIds).toEqual(ownerIds);
  expect(ownerIds.map((ownerId) => [...read.linksOf(ownerId)])).toEqual(
    goldenOwners.map(({ linkIds }) => linkIds.map(uuidText)),
  );
});

it.each([0, 1, 2, 300])("names %i batches", (count) => {
  const ids = Array.from({ length: count }, () => randomBytes(16));
  const message = clicksCountedMessage(Buffer.concat(ids), owners);
  expect(message.startsWith("3")).toBe(true);
  const read = readClicksCounted(message);
  expect(read.batchIds).toEqual(ids.map(uuidText));
  expect(read.ownerIds).toEqual(owners.map(({ ownerId }) => uuidText(ownerId)));
  expect([...read.linksOf(uuidText(owners[0]?.ownerId ?? batchId))]).toHaveLength(3);
});

const bytesOfGolden = Buffer.from(golden.slice(1), "base64");
const third = (bytes: Uint8Array) => `3${Buffer.from(bytes).toString("base64")}`;

it("refuses a message of which any bit has changed", () => {
  for (let bit = 0; bit < bytesOfGolden.length * 8; bit++) {
    const flipped = Buffer.from(bytesOfGolden);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => readClicksCounted(third(flipped))).toThrow(/damaged/);
  }
});

/** Replaces the message's checksum by the correct one. */
const sealed = (bytes: Uint8Array) => {
  const message = Buffer.concat([Buffer.alloc(4), bytes]);
  message.writeUInt32LE(crc32(bytes), 0);
  return third(message);
};
const [owner] = owners;
const three = Buffer.from(clicksCountedMessage(batchId, owner ? [owner] : []).slice(1), "base64").subarray(4);
const linksOfThree = three.subarray(20);

it.each([
  ["nothing", "", /version/],
  ["an unknown version", `4${golden.slice(1)}`, /version/],
  ["what is no base64", "3äöü?", /not base64/],
  ["a message without a batch", third(bytesOfGolden.subarray(0, 7)), /cut off/],
  ["a link that is cut off", sealed(three.subarray(0, -1)), /cut off/],
  ["a head that is cut off", sealed(three.subarray(0, 20 + 19)), /cut off/],
  ["an account that is named twice", sealed(Buffer.concat([three, linksOfThree])), /twice/],
  ["an older version", `2${golden.slice(1)}`, /version/],
])("refuses %s", (_, message, error) => {
  expect(() => readClicksCounted(message)).toThrow(error);
});
