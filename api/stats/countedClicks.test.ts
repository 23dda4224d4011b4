import { Writable } from "node:stream";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { type ClicksCounted, clicksCountedChannel, clicksCountedMessage } from "@hoplog/schema/bus/clicksCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { expect, it, onTestFinished } from "vitest";
import { openCountedClicks } from "./countedClicks.ts";

const batchId = "018f0000-0000-7000-8000-000000000003";
const ownerId = "018f0000-0000-7000-8000-000000000001";
const linkId = "018f0000-0000-7000-8000-000000000002";
const good = clicksCountedMessage(batchId, [{ ownerId: uuidBytes(ownerId), linkIds: [uuidBytes(linkId)] }]);

it("counts messages that can't be read, tells of each in one short line, and hears the next one", async () => {
  const database = await freshDatabase();
  const logged: string[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const registry = createRegistry("api");
  const bus = await openBus({ databaseUrl: database.url, logger: createLogger("test", "silent") });
  const counted = await openCountedClicks({ bus, logger: createLogger("api", "info", lines), registry });
  onTestFinished(async () => {
    await counted.close();
    await bus.close();
    await database.drop();
  });
  const heard: ClicksCounted[] = [];
  counted.listen({ heard: (news) => heard.push(news) });
  const leave = counted.listen({ heard: (news) => heard.push(news) });

  const wrong = { batchId, links: Array.from({ length: 5000 }, () => ({ ownerId: "a secret value", linkId: 7 })) };
  const cut = { batchId, links: Buffer.from("a secret value").toString("base64") };
  for (const message of ["no json at all", "[]", JSON.stringify(wrong), JSON.stringify(cut), good])
    await bus.publish(clicksCountedChannel, message);
  await expect.poll(() => heard).toHaveLength(2);
  for (const news of heard) {
    expect(news).toMatchObject({ batchId, ownerIds: [ownerId] });
    expect([...news.linksOf(ownerId)]).toEqual([linkId]);
    expect([...news.linksOf(linkId)]).toEqual([]);
  }
  expect(logged).toHaveLength(4);
  expect(logged.join("")).not.toContain("a secret value");
  const reasons = logged.map((line) => JSON.parse(line));
  expect(reasons).toMatchObject([
    { level: "warn", reason: "no JSON", size: 14 },
    { level: "warn", reason: expect.stringContaining("expected object") },
    { level: "warn", reason: "links: Invalid input: expected string, received array" },
    { level: "warn", reason: "links: cut off" },
  ]);
  expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(500);
  expect(await registry.getSingleMetricAsString("hoplog_api_bus_messages_refused_total")).toMatch(/\} 4$/m);

  leave();
  await bus.publish(clicksCountedChannel, good);
  await expect.poll(() => heard).toHaveLength(3);
});
