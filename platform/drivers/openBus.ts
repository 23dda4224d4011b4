import type { RedisConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import type { Bus } from "../bus/port.ts";
import { openPostgresBus } from "../bus/postgres/bus.ts";
import { openRedisBus } from "../bus/redis/bus.ts";

export interface BusSettings {
  readonly databaseUrl: string;
  /** Given, the bus is there; otherwise it is in Postgres. */
  readonly redis?: RedisConnection | undefined;
  readonly logger: Logger;
}

/** Opens the bus that the settings ask for. Rejects when it can't be reached. */
export function openBus({ databaseUrl, redis, logger }: BusSettings): Promise<Bus> {
  return redis ? openRedisBus({ ...redis, logger }) : openPostgresBus({ databaseUrl, logger });
}
