import { Writable } from "node:stream";
import { createClient } from "@clickhouse/client";
import type { Bus } from "@hoplog/platform/bus/port.js";
import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { freshDatabase } from "@hoplog/platform/testing/engines.js";
import { noTraces } from "@hoplog/platform/tracing/traces.js";
import { type ClicksCounted, clicksCountedChannel, clicksCountedMessage } from "@hoplog/schema/bus/clicksCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { expect, it, onTestFinished } from "vitest";
import { openCountedClicks } from "./countedClicks.ts";
import { startStats } from "./start.ts";

const batchId = "018f0000-0000-7000-8000-000000000003";
const ownerId = "018f0000-0000-7000-8000-000000000001";
const linkId = "018f0000-0000-7000-8000-000000000002";
const good = clicksCountedMessage(uuidBytes(batchId), [{ ownerId: uuidBytes(ownerId), linkIds: [uuidBytes(linkId)] }]);

it("counts messages that can't be read, logs each in one short line, and receives the next one", async () => {
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
  const received: ClicksCounted[] = [];
  counted.listen({ onCounted: (message) => received.push(message) });
  const leave = counted.listen({ onCounted: (message) => received.push(message) });

  const secret = Buffer.from("a secret value".repeat(5000)).toString("base64");
  for (const message of ["a secret value", "3", `3a secret value`, `3${secret}`, good])
    await bus.publish(clicksCountedChannel, message);
  await expect.poll(() => received).toHaveLength(2);
  for (const message of received) {
    expect(message).toMatchObject({ batchIds: [batchId], ownerIds: [ownerId] });
    expect([...message.linksOf(ownerId)]).toEqual([linkId]);
    expect([...message.linksOf(linkId)]).toEqual([]);
  }
  expect(logged).toHaveLength(4);
  expect(logged.join("")).not.toContain("a secret value");
  const reasons = logged.map((line) => JSON.parse(line));
  expect(reasons).toMatchObject([
    { level: "warn", reason: "unknown version", size: 14 },
    { level: "warn", reason: "cut off" },
    { level: "warn", reason: "The clicks.counted message is not base64" },
    { level: "warn", reason: "damaged" },
  ]);
  expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(500);
  expect(await registry.getSingleMetricAsString("hoplog_api_bus_messages_refused_total")).toMatch(/\} 4$/m);

  leave();
  await bus.publish(clicksCountedChannel, good);
  await expect.poll(() => received).toHaveLength(3);
});

it("makes what was remembered of a changed link forgotten, of all links after the bus was away", async () => {
  const { bus, publish, lose } = fakeBus();
  const forgotten: string[] = [];
  const totals = {
    ask: async () => new Map(),
    forget: (owner: string, links: () => ReadonlySet<string>) => void forgotten.push(owner, ...links()),
    forgetAll: () => void forgotten.push("all"),
  };
  const registry = createRegistry("api");
  const clickhouse = createClient({ url: "http://127.0.0.1:1" });
  const logger = createLogger("test", "silent");
  const { stop } = await startStats({ bus, totals, registry, clickhouse, logger, traces: noTraces });
  onTestFinished(async () => {
    await stop?.();
    await clickhouse.close();
  });
  publish(good);
  expect(forgotten).toEqual([ownerId, linkId]);
  lose();
  expect(forgotten).toEqual([ownerId, linkId, "all"]);
});

function fakeBus() {
  let onMessage: (payload: string) => void = () => {};
  let onGap: () => void = () => {};
  const bus: Bus = {
    publish: async () => {},
    subscribe: async (_channel, receive, miss) => {
      onMessage = receive;
      onGap = miss ?? onGap;
      return { unsubscribe: async () => {} };
    },
    ping: async () => {},
    close: async () => {},
  };
  return { bus, publish: (payload: string) => onMessage(payload), lose: () => onGap() };
}
