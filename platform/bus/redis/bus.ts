import { connectRedis, createRedis } from "../../redis/client.ts";
import type { Logger } from "../../logging/logger.ts";
import type { Bus } from "../port.ts";
import { createSubscriptions } from "./subscriptions.ts";

export interface RedisBusSettings {
  /** `redis://` or `rediss://` */
  readonly redisUrl: string;
  readonly logger: Logger;
}

const prefix = "hoplog:bus:";

/** The bus over Redis' own publish and subscribe. Rejects when Redis can't be reached. */
export async function openRedisBus({ redisUrl, logger }: RedisBusSettings): Promise<Bus> {
  const sender = createRedis({ redisUrl, logger, clientName: "hoplog bus" });
  const receiver = createRedis({ redisUrl, logger, clientName: "hoplog bus subscriber" });
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
