import type { Logger } from "../logging/logger.ts";
import { openKafkaLog } from "../log/kafka/eventLog.ts";
import type { EventLog } from "../log/port.ts";
import { openPostgresLog } from "../log/postgres/eventLog.ts";

export interface EventLogSettings {
  readonly databaseUrl: string;
  /** As host:port. Given, the log is theirs; otherwise it is Postgres'. */
  readonly kafkaBrokers?: readonly string[] | undefined;
  readonly logger: Logger;
}

/** Opens the event log that the settings ask for. Rejects when it can't be reached. */
export function openEventLog({ databaseUrl, kafkaBrokers, logger }: EventLogSettings): Promise<EventLog> {
  return kafkaBrokers ? openKafkaLog({ brokers: kafkaBrokers, logger }) : openPostgresLog({ databaseUrl, logger });
}
