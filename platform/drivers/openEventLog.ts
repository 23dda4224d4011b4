import type { KafkaConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import { openKafkaLog } from "../log/kafka/eventLog.ts";
import type { EventLog } from "../log/port.ts";
import { openPostgresLog } from "../log/postgres/eventLog.ts";
import { explaining, kafkaConnectionSettings } from "../tls/connectionError.ts";

export interface EventLogSettings {
  readonly databaseUrl: string;
  /** Given, the log is there; otherwise it is in Postgres. */
  readonly kafka?: KafkaConnection | undefined;
  readonly logger: Logger;
}

/** Opens the event log that the settings ask for. Rejects when it can't be reached. */
export function openEventLog({ databaseUrl, kafka, logger }: EventLogSettings): Promise<EventLog> {
  return kafka
    ? explaining(kafkaConnectionSettings, () => openKafkaLog({ ...kafka, logger }))
    : openPostgresLog({ databaseUrl, logger });
}
