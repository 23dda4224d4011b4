import type { KafkaConnection } from "../env/connections.ts";
import type { Logger } from "../logging/logger.ts";
import type { EventLog } from "../log/port.ts";
import { openPostgresLog } from "../log/postgres/eventLog.ts";
import { explaining, kafkaConnectionSettings } from "../tls/connectionError.ts";

export interface EventLogSettings {
  readonly databaseUrl: string;
  /** If set, the log is in Kafka; otherwise in Postgres. */
  readonly kafka?: KafkaConnection | undefined;
  readonly logger: Logger;
}

/**
 * Opens the event log according to the settings; the Kafka library is loaded only if needed. Rejects if the log can't
 * be reached.
 */
export async function openEventLog({ databaseUrl, kafka, logger }: EventLogSettings): Promise<EventLog> {
  if (!kafka) return openPostgresLog({ databaseUrl, logger });
  const { openKafkaLog } = await import("../log/kafka/eventLog.ts");
  return explaining(kafkaConnectionSettings, () => openKafkaLog({ ...kafka, logger }));
}
