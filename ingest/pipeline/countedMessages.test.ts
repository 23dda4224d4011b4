import { clicksCountedSchema } from "@hoplog/schema/bus/clicksCounted.js";
import { expect, it } from "vitest";
import { uuidText } from "../clicks/ids.ts";
import { testLink } from "../testing/clicks.ts";
import { countedMessages } from "./countedMessages.ts";

const batchId = uuidText(testLink().linkId);

it.each([
  [0, []],
  [1, [1]],
  [5000, [5000]],
  [5001, [5000, 1]],
])("tells of %i links", (count, sizes) => {
  const links = Array.from({ length: count }, () => testLink());
  const messages = [...countedMessages(batchId, links)].map((text) => clicksCountedSchema.parse(JSON.parse(text)));
  expect(messages.map((message) => message.links.length)).toEqual(sizes);
  expect(messages.map((message) => message.batchId)).toEqual(sizes.map(() => batchId));
  expect(messages.flatMap((message) => message.links)).toEqual(
    links.map(({ linkText, ownerText }) => ({ linkId: linkText, ownerId: ownerText })),
  );
});
