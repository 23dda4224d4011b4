import { clicksCountedMessage, readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { expect, it } from "vitest";
import { createRecentlyCounted } from "./recentlyCounted.ts";

const uuid = (n: number) => `0192aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, "0")}`;
const [ada, eve] = [uuid(1), uuid(2)];
const messageOf = (links: Readonly<Record<string, readonly number[]>>) =>
  readClicksCounted(
    clicksCountedMessage(
      uuidBytes(uuid(0)),
      Object.entries(links).map(([ownerId, numbers]) => ({
        ownerId: uuidBytes(ownerId),
        linkIds: numbers.map((n) => uuidBytes(uuid(n))),
      })),
    ),
  );

it("knows an account's links of the latest messages, and forgets those that are too old", () => {
  const recent = createRecentlyCounted({ maxAgeMs: 1000, maxBytes: 1e6 });
  recent.add(messageOf({ [ada]: [10, 11], [eve]: [20] }), 0);
  recent.add(messageOf({ [ada]: [11, 12] }), 600);
  expect([...recent.linksOf(ada, 1000)]).toEqual([10, 11, 12].map(uuid));
  expect([...recent.linksOf(eve, 1000)]).toEqual([uuid(20)]);
  expect([...recent.linksOf(ada, 1001)]).toEqual([11, 12].map(uuid));
  expect([...recent.linksOf(eve, 1001)]).toEqual([]);
  expect([...recent.linksOf(ada, 1601)]).toEqual([]);
});

it("forgets the oldest where there are too many bytes", () => {
  const size = messageOf({ [ada]: [1] }).size;
  const recent = createRecentlyCounted({ maxAgeMs: 1000, maxBytes: 3 * size });
  for (let n = 10; n < 15; n++) recent.add(messageOf({ [ada]: [n] }), 0);
  expect([...recent.linksOf(ada, 0)]).toEqual([12, 13, 14].map(uuid));
  recent.add(messageOf({ [ada]: Array.from({ length: 1000 }, (_, n) => n) }), 0);
  expect([...recent.linksOf(ada, 0)]).toEqual([]);
});
