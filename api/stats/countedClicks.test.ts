import { Writable } from "node:stream";
import { openBus } from "@hoplog/platform/bus/open.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { type ClicksCounted, clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { expect, it, onTestFinished } from "vitest";
import { openCountedClicks } from "./countedClicks.ts";

const good = {
  links: [{ ownerId: "018f0000-0000-7000-8000-000000000001", linkId: "018f0000-0000-7000-8000-000000000002" }],
};

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

  const wrong = { links: Array.from({ length: 5000 }, () => ({ ownerId: "a secret value", linkId: 7 })) };
  for (const message of ["no json at all", "[]", JSON.stringify(wrong), JSON.stringify(good)])
    await bus.publish(clicksCountedChannel, message);
  await expect.poll(() => heard).toEqual([good, good]);
  expect(logged).toHaveLength(3);
  expect(logged.join("")).not.toContain("a secret value");
  const reasons = logged.map((line) => JSON.parse(line));
  expect(reasons).toMatchObject([
    { level: "warn", reason: "no JSON", size: 14 },
    { level: "warn", reason: expect.stringContaining("expected object") },
    { level: "warn", reason: "links.0.ownerId: Invalid UUID" },
  ]);
  expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(500);
  expect(await registry.getSingleMetricAsString("hoplog_api_bus_messages_refused_total")).toMatch(/\} 3$/m);

  leave();
  await bus.publish(clicksCountedChannel, JSON.stringify(good));
  await expect.poll(() => heard).toHaveLength(3);
});
