import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { missesCountedChannel, type MissesCounted, readMissesCounted } from "@hoplog/schema/bus/missesCounted.js";
import { expect, it, onTestFinished } from "vitest";
import { blockOf, testBatch, testClick, testLink } from "../testing/clicks.ts";
import { logger } from "../testing/setUp.ts";
import { publishMisses, ownersOfMisses } from "./publishMisses.ts";

const lost = { at: Date.now(), code: "x", reason: "unknown", path: "/x" } as const;

it("names owners of links, domains of unknown codes, and the default one for all else, each once", () => {
  const [link, clicked] = [testLink(), testLink()];
  const ofLink = { ...lost, linkId: link.linkId, ownerId: link.ownerId, domain: 9 };
  const block = blockOf(
    testBatch([testClick(clicked)], [ofLink, lost, { ...lost, domain: 7 }, { ...ofLink, code: "y" }, lost]),
  );
  const { ownerIds, domains } = ownersOfMisses(block);
  expect(ownerIds).toEqual([link.ownerId]);
  expect(domains.toSorted()).toEqual([0, 7]);
});

it("publishes more than a message holds in several, and nothing where nothing was missed", async () => {
  const database = await freshDatabase();
  const bus = await openBus({ databaseUrl: database.url, logger });
  onTestFinished(async () => {
    await bus.close();
    await database.drop();
  });
  const messages: MissesCounted[] = [];
  await bus.subscribe(missesCountedChannel, (payload) => messages.push(readMissesCounted(payload)));
  await publishMisses(bus, blockOf(testBatch([testClick(testLink())])));
  const domains = Array.from({ length: 20_001 }, (_, i) => i + 1);
  await publishMisses(
    bus,
    blockOf(
      testBatch(
        [],
        domains.map((domain) => ({ ...lost, domain })),
      ),
    ),
  );
  await expect.poll(() => messages.map((message) => message.domains.length)).toEqual([20_000, 1]);
  expect(messages.flatMap((message) => message.domains).toSorted((a, b) => a - b)).toEqual(domains);
});
