import type { Logger } from "../logging/logger.ts";
import type { Bus } from "../bus/port.ts";
import { openPostgresBus } from "../bus/postgres/bus.ts";
import { openRedisBus } from "../bus/redis/bus.ts";

export interface BusSettings {
  readonly databaseUrl: string;
  /** Given, the bus is Redis'; otherwise it is Postgres'. */
  readonly redisUrl?: string | undefined;
  readonly logger: Logger;
}

/** Opens the bus that the settings ask for. Rejects when it can't be reached. */
export function openBus({ databaseUrl, redisUrl, logger }: BusSettings): Promise<Bus> {
  return redisUrl ? openRedisBus({ redisUrl, logger }) : openPostgresBus({ databaseUrl, logger });
}
