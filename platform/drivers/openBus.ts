import type { RedisConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import type { Bus } from "../bus/port.ts";
import { openPostgresBus } from "../bus/postgres/bus.ts";

export interface BusSettings {
  readonly databaseUrl: string;
  /** If set, the bus uses Redis; otherwise Postgres. */
  readonly redis?: RedisConnection | undefined;
  readonly logger: Logger;
}

/**
 * Opens the bus according to the settings; the Redis library is loaded only if needed. Rejects if the bus can't be
 * reached.
 */
export async function openBus({ databaseUrl, redis, logger }: BusSettings): Promise<Bus> {
  if (!redis) return openPostgresBus({ databaseUrl, logger });
  const { openRedisBus } = await import("../bus/redis/bus.ts");
  return openRedisBus({ ...redis, logger });
}
