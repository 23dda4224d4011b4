import { createLogger } from "@hoplog/platform/logging/logger.js";
import { connectRedis, createRedis, type Redis } from "@hoplog/platform/redis/client.js";
import { testCluster } from "@hoplog/platform/testing/cluster.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeCounters, describeSharedCounters } from "./testing/counters.ts";
import { redisCounters } from "./counter.ts";

const logger = createLogger("api", "silent");
const clients: Redis[] = [];

function client(redisUrl: string): Redis {
  const made = createRedis({ redisUrl, logger, clientName: "test limits" });
  clients.push(made);
  return made;
}

function urlOf({ port, password } = testCluster().redis): string {
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

let first: Redis;
let second: Redis;
beforeAll(async () => {
  [first, second] = [client(urlOf()), client(urlOf())];
  await Promise.all([connectRedis(first), connectRedis(second)]);
});
afterAll(() => clients.forEach((one) => one.disconnect()));

let turn = 0;
describeCounters("Redis", () => redisCounters(first, logger));
describeSharedCounters("Redis", {
  open: () => redisCounters(turn++ % 2 === 0 ? first : second, logger),
  unreachable: () => redisCounters(client("redis://127.0.0.1:1"), logger),
});

it("forgets by itself what is over", async () => {
  const counter = redisCounters(first, logger)("brief", { points: 5, seconds: 1 });
  await counter.take("x");
  expect(await first.exists("hoplog:count:brief:x")).toBe(1);
  await expect.poll(() => first.exists("hoplog:count:brief:x")).toBe(0);
});
