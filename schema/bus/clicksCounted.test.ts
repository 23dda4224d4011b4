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

// Messages of each version, as they were sent; never changed, but for a new version.
const golden = {
  1: '{"batchId":"0192aaaa-bbbb-7ccc-8ddd-eeee00000000","links":"AgICAgICAgICAgICAgICAgIAAAABAQEBAQEBAQEBAQEBAQEBBAQEBAQEBAQEBAQEBAQEBAkJCQkJCQkJCQkJCQkJCQkAAAAA"}',
  2: "2v5uUZAGSqqq7u3zMjd3u7gAAAAACAgICAgICAgICAgICAgICAgAAAAEBAQEBAQEBAQEBAQEBAQEEBAQEBAQEBAQEBAQEBAQECQkJCQkJCQkJCQkJCQkJCQAAAAA=",
};
const goldenId = "0192aaaa-bbbb-7ccc-8ddd-eeee00000000";
const goldenOwners = [
  { ownerId: Buffer.alloc(16, 2), linkIds: [Buffer.alloc(16, 1), Buffer.alloc(16, 4)] },
  { ownerId: Buffer.alloc(16, 9), linkIds: [] },
];

it.each(Object.entries(golden))("reads version %s", (_, message) => {
  const read = readClicksCounted(message);
  expect(read.batchIds).toEqual([goldenId]);
  const ownerIds = goldenOwners.map(({ ownerId }) => uuidText(ownerId));
  expect(read.ownerIds).toEqual(ownerIds);
  expect(ownerIds.map((ownerId) => [...read.linksOf(ownerId)])).toEqual(
    goldenOwners.map(({ linkIds }) => linkIds.map(uuidText)),
  );
});

it("of one batch is what the release before reads, byte for byte", () => {
  expect(clicksCountedMessage(uuidBytes(goldenId), goldenOwners)).toBe(golden[2]);
});

it.each([0, 2, 300])("names %i batches", (count) => {
  const ids = Array.from({ length: count }, () => randomBytes(16));
  const message = clicksCountedMessage(Buffer.concat(ids), owners);
  expect(message.startsWith("3")).toBe(true);
  const read = readClicksCounted(message);
  expect(read.batchIds).toEqual(ids.map(uuidText));
  expect(read.ownerIds).toEqual(owners.map(({ ownerId }) => uuidText(ownerId)));
  expect([...read.linksOf(uuidText(owners[0]?.ownerId ?? batchId))]).toHaveLength(3);
});

it("of several batches is what was sent first, byte for byte", () => {
  const ids = Buffer.concat([uuidBytes(goldenId), Buffer.alloc(16, 7)]);
  expect(clicksCountedMessage(ids, goldenOwners)).toBe(
    "3bI/WrAIAAAABkqqqu7t8zI3d7u4AAAAABwcHBwcHBwcHBwcHBwcHBwICAgICAgICAgICAgICAgICAAAAAQEBAQEBAQEBAQEBAQEBAQQEBAQEBAQEBAQEBAQEBAQJCQkJCQkJCQkJCQkJCQkJAAAAAA==",
  );
});

const bytesOfGolden = Buffer.from(golden[2].slice(1), "base64");
const second = (bytes: Uint8Array) => `2${Buffer.from(bytes).toString("base64")}`;

it("refuses a message of which any bit has changed", () => {
  for (let bit = 0; bit < bytesOfGolden.length * 8; bit++) {
    const flipped = Buffer.from(bytesOfGolden);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => readClicksCounted(second(flipped))).toThrow(/damaged/);
  }
});

/** With the checksum that belongs to the bytes. */
const sealed = (bytes: Uint8Array) => {
  const message = Buffer.concat([Buffer.alloc(4), bytes]);
  message.writeUInt32LE(crc32(bytes), 0);
  return second(message);
};
const [owner] = owners;
const three = Buffer.from(clicksCountedMessage(batchId, owner ? [owner] : []).slice(1), "base64").subarray(4);
const links = (bytes: Uint8Array) =>
  JSON.stringify({ batchId: uuidText(batchId), links: Buffer.from(bytes).toString("base64") });
const linksOfThree = three.subarray(16);

it.each([
  ["nothing", "", /version/],
  ["an unknown version", `4${golden[2].slice(1)}`, /version/],
  ["what is no base64", "2äöü?", /not base64/],
  ["a message without a batch", second(bytesOfGolden.subarray(0, 19)), /cut off/],
  ["a link that is cut off", sealed(three.subarray(0, -1)), /cut off/],
  ["a head that is cut off", sealed(three.subarray(0, 16 + 19)), /cut off/],
  ["an account that is named twice", sealed(Buffer.concat([three, linksOfThree])), /twice/],
  ["version 1: no JSON", "{", SyntaxError],
  ["version 1: no batch", JSON.stringify({ links: "" }), /batchId/],
  ["version 1: a list of links", JSON.stringify({ batchId: uuidText(batchId), links: [] }), /expected string/],
  ["version 1: links that are no base64", JSON.stringify({ batchId: uuidText(batchId), links: "äöü?" }), /not base64/],
  ["version 1: a link that is cut off", links(linksOfThree.subarray(0, -1)), /cut off/],
  ["version 1: an account that is named twice", links(Buffer.concat([linksOfThree, linksOfThree])), /twice/],
])("refuses %s", (_, message, error) => {
  expect(() => readClicksCounted(message)).toThrow(error);
});
