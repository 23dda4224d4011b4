import { isIP } from "node:net";
import { Redis } from "ioredis";
import type { RedisConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import { explainConnection, redisConnectionSettings } from "../tls/connectionError.ts";

export type { Redis } from "ioredis";

export interface RedisSettings extends RedisConnection {
  readonly logger: Logger;
  /** For people who look at Redis' list of clients. */
  readonly clientName: string;
}

/**
 * A connection that is made anew, with pauses, whenever it is lost. While there is none, commands are rejected at
 * once: none is kept back to be sent later or sent twice. Not connected yet.
 */
export function createRedis({ redisUrl, tls, logger, clientName }: RedisSettings): Redis {
  // For ioredis `rediss:` means TLS without any options of ours.
  const client = new Redis(redisUrl.replace(/^rediss:/, "redis:"), {
    ...(redisUrl.startsWith("rediss:") && { tls: { ...tls, ...serverName(redisUrl) } }),
    connectionName: clientName.replaceAll(" ", "-"),
    lazyConnect: true,
    connectTimeout: 5000,
    commandTimeout: 5000,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), 2000),
  });
  client.on("error", (error: unknown) =>
    logger.warn({ err: explainConnection(error, redisConnectionSettings), client: clientName }, "trouble with Redis"),
  );
  return client;
}

/** By which servers with several certificates choose one; an address is no name. */
function serverName(redisUrl: string): { servername?: string } {
  const { hostname } = new URL(redisUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: hostname } : {};
}

/** Connects for the first time; rejects with what is wrong, and tries no more, when that does not work. */
export async function connectRedis(client: Redis): Promise<void> {
  let cause: unknown = null;
  const note = (error: unknown): void => {
    cause ??= error;
  };
  client.on("error", note);
  try {
    await client.connect();
  } catch (error) {
    client.disconnect();
    throw explainConnection(cause ?? error, redisConnectionSettings);
  } finally {
    client.off("error", note);
  }
}
