import { randomBytes } from "node:crypto";
import { readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { expect, it } from "vitest";
import { testLink } from "../testing/clicks.ts";
import { countedMessages } from "./publishCounted.ts";

const batchIds = [randomBytes(16), randomBytes(16)];

it.each([
  [0, []],
  [1, [1]],
  [20_000, [20_000]],
  [20_001, [20_000, 1]],
])("publishes %i links", (count, sizes) => {
  const owners = Array.from({ length: 7 }, () => testLink().ownerId);
  const links = Array.from({ length: count }, (_, i) => testLink(owners[i % owners.length]));
  const messages = [...countedMessages(Buffer.concat(batchIds), links)].map(readClicksCounted);
  expect(messages.map((message) => message.batchIds)).toEqual(sizes.map(() => batchIds.map(uuidText)));
  const published = messages.map((message) =>
    message.ownerIds.flatMap((ownerId) => [...message.linksOf(ownerId)].map((linkId) => `${ownerId} ${linkId}`)),
  );
  expect(published.map((pairs) => pairs.length)).toEqual(sizes);
  expect(published.flat().toSorted()).toEqual(
    links.map(({ linkText, ownerText }) => `${ownerText} ${linkText}`).toSorted(),
  );
});
