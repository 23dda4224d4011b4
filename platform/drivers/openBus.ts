import type { RedisConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import type { Bus } from "../bus/port.ts";
import { openPostgresBus } from "../bus/postgres/bus.ts";

export interface BusSettings {
  readonly databaseUrl: string;
  /** Given, the bus is there; otherwise it is in Postgres. */
  readonly redis?: RedisConnection | undefined;
  readonly logger: Logger;
}

/** Opens the bus that the settings ask for; Redis' library is loaded only for Redis. Rejects when it can't be reached. */
export async function openBus({ databaseUrl, redis, logger }: BusSettings): Promise<Bus> {
  if (!redis) return openPostgresBus({ databaseUrl, logger });
  const { openRedisBus } = await import("../bus/redis/bus.ts");
  return openRedisBus({ ...redis, logger });
}
