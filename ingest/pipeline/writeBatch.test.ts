import { readClicksCounted } from "@hoplog/schema/bus/clicksCounted.js";
import { expect, it } from "vitest";
import { uuidText } from "@hoplog/schema/uuid.js";
import { testLink } from "../testing/clicks.ts";
import { countedMessages } from "./writeBatch.ts";

const batchId = uuidText(testLink().linkId);

it.each([
  [0, []],
  [1, [1]],
  [20_000, [20_000]],
  [20_001, [20_000, 1]],
])("publishes %i links", (count, sizes) => {
  const owners = Array.from({ length: 7 }, () => testLink().ownerId);
  const links = Array.from({ length: count }, (_, i) => testLink(owners[i % owners.length]));
  const messages = [...countedMessages(batchId, links)].map(readClicksCounted);
  expect(messages.map((news) => news.batchId)).toEqual(sizes.map(() => batchId));
  const published = messages.map((news) =>
    news.ownerIds.flatMap((ownerId) => [...news.linksOf(ownerId)].map((linkId) => `${ownerId} ${linkId}`)),
  );
  expect(published.map((pairs) => pairs.length)).toEqual(sizes);
  expect(published.flat().toSorted()).toEqual(
    links.map(({ linkText, ownerText }) => `${ownerText} ${linkText}`).toSorted(),
  );
});
