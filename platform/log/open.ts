import type { Logger } from "../logging/logger.ts";
import type { EventLog } from "./port.ts";
import { openPostgresLog } from "./postgres/eventLog.ts";

export interface EventLogSettings {
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** Opens the event log that the settings ask for. Rejects when it can't be reached. */
export function openEventLog(settings: EventLogSettings): Promise<EventLog> {
  return openPostgresLog(settings);
}
