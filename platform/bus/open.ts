import type { Logger } from "../logging/logger.ts";
import type { Bus } from "./port.ts";
import { openPostgresBus } from "./postgres/bus.ts";

export interface BusSettings {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Opens the bus that the settings ask for. Rejects when it can't be reached. */
export function openBus(settings: BusSettings): Promise<Bus> {
  return openPostgresBus(settings);
}
