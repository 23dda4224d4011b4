import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { uuidText } from "../uuid.ts";
import { clicksCountedMessage, readClicksCounted } from "./clicksCounted.ts";

const batchId = uuidText(randomBytes(16));
const owners = [3, 0, 1].map((count) => ({
  ownerId: randomBytes(16),
  linkIds: Array.from({ length: count }, () => randomBytes(16)),
}));

it("tells each account's links, and none of an account that it does not name", () => {
  const news = readClicksCounted(clicksCountedMessage(batchId, owners));
  expect(news.batchId).toBe(batchId);
  expect(news.ownerIds).toEqual(owners.map(({ ownerId }) => uuidText(ownerId)));
  for (const { ownerId, linkIds } of owners) {
    expect([...news.linksOf(uuidText(ownerId))]).toEqual(linkIds.map(uuidText));
  }
  expect(news.linksOf(batchId).size).toBe(0);
});

it("is the same when it is read of a part of a larger buffer", () => {
  const [owner] = owners;
  const whole = Buffer.concat([randomBytes(5), owner?.ownerId ?? Buffer.alloc(0), randomBytes(5)]);
  const shifted = { ownerId: whole.subarray(5, 21), linkIds: owner?.linkIds ?? [] };
  expect(clicksCountedMessage(batchId, [shifted])).toBe(clicksCountedMessage(batchId, owners.slice(0, 1)));
});

const links = (bytes: Uint8Array) => JSON.stringify({ batchId, links: Buffer.from(bytes).toString("base64") });
const [three] = owners.map((owner) => Buffer.from(JSON.parse(clicksCountedMessage(batchId, [owner])).links, "base64"));
const whole = three ?? Buffer.alloc(0);

it.each([
  ["no JSON", "{", SyntaxError],
  ["no batch", JSON.stringify({ links: "" }), /batchId/],
  ["links as they were told before", JSON.stringify({ batchId, links: [] }), /expected string/],
  ["links that are no base64", JSON.stringify({ batchId, links: "äöü?" }), /not base64/],
  ["a link that is cut off", links(whole.subarray(0, -1)), /cut off/],
  ["a head that is cut off", links(whole.subarray(0, 19)), /cut off/],
  ["an account that is told of twice", links(Buffer.concat([whole, whole])), /twice/],
])("refuses %s", (_, message, error) => {
  expect(() => readClicksCounted(message)).toThrow(error);
});
