import { expect, it } from "vitest";
import { createLogger } from "../../logging/logger.ts";
import { connectRedis, createRedis } from "../../redis/client.ts";
import { testCluster } from "../../testing/cluster.ts";
import { describeBus } from "../testing/bus.ts";
import { openRedisBus } from "./bus.ts";

const logger = createLogger("test", "silent");

function urlOf({ port, password } = testCluster().redis): string {
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

describeBus("Redis", async () => ({
  open: () => openRedisBus({ redisUrl: urlOf(), logger }),
  breakConnections: async () => {
    const admin = createRedis({ redisUrl: urlOf(), logger, clientName: "test" });
    await connectRedis(admin);
    await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
    await admin.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    admin.disconnect();
  },
  dispose: async () => {},
}));

it("rejects when Redis can't be reached, or wants another password", async () => {
  await expect(openRedisBus({ redisUrl: "redis://127.0.0.1:1", logger })).rejects.toThrow(/ECONNREFUSED/);
  const wrong = urlOf({ ...testCluster().redis, password: "guess" });
  await expect(openRedisBus({ redisUrl: wrong, logger })).rejects.toThrow(/WRONGPASS/);
});
