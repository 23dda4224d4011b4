import { isIP } from "node:net";
import { Redis } from "ioredis";
import type { RedisConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import { explainConnection, redisConnectionSettings } from "../tls/connectionError.ts";

export type { Redis } from "ioredis";

export interface RedisSettings extends RedisConnection {
  readonly logger: Logger;
  /** Name of the connection in Redis' list of clients. */
  readonly clientName: string;
}

/**
 * Creates a connection that reconnects, with pauses, whenever it is lost. While it is down, commands are rejected
 * immediately: none is queued or sent twice. The connection is not opened yet.
 */
export function createRedis({ redisUrl, tls, logger, clientName }: RedisSettings): Redis {
  // With `rediss:` ioredis would use TLS without our options.
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
    logger.warn(
      { err: explainConnection(error, redisConnectionSettings), client: clientName },
      "Redis connection error",
    ),
  );
  return client;
}

/** Returns the server name (SNI), by which servers with several certificates choose one; none for IP addresses. */
function serverName(redisUrl: string): { servername?: string } {
  const { hostname } = new URL(redisUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: hostname } : {};
}

/** Connects for the first time; if that fails, rejects with the cause and stops retrying. */
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
