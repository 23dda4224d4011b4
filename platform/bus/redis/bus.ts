import type { RedisConnection } from "../../env/connections.ts";
import { connectRedis, createRedis } from "../../redis/client.ts";
import type { Logger } from "../../logging/logger.ts";
import type { Bus } from "../port.ts";
import { createSubscriptions } from "./subscriptions.ts";

export interface RedisBusSettings extends RedisConnection {
  readonly logger: Logger;
}

const prefix = "hoplog:bus:";

/** Opens the bus over Redis' publish and subscribe. Rejects if Redis can't be reached. */
export async function openRedisBus({ logger, ...connection }: RedisBusSettings): Promise<Bus> {
  const sender = createRedis({ ...connection, logger, clientName: "hoplog bus" });
  const receiver = createRedis({ ...connection, logger, clientName: "hoplog bus subscriber" });
  const end = (): void => {
    sender.disconnect();
    receiver.disconnect();
  };
  const subscriptions = createSubscriptions(receiver, logger);
  try {
    await connectRedis(sender);
    await connectRedis(receiver);
  } catch (error) {
    end();
    throw error;
  }
  return {
    async publish(channel, payload) {
      await sender.publish(prefix + channel, payload);
    },
    subscribe: (channel, onMessage, onGap = () => {}) => subscriptions.add(prefix + channel, { onMessage, onGap }),
    async ping() {
      await sender.ping();
    },
    async close() {
      subscriptions.end();
      end();
    },
  };
}
