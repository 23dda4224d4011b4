import type { EventLog } from "@hoplog/platform/log/port.js";
import type { Logger } from "@hoplog/platform/logging/logger.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import type { Listener } from "@hoplog/platform/postgres/listener.js";
import { eventsChannel } from "../eventstore/stream.ts";
import { beginAnewWhereNew, relayStep } from "./relayStep.ts";

export interface RelaySettings {
  readonly databaseUrl: string;
  readonly listener: Listener;
  readonly log: EventLog;
  readonly logger: Logger;
}

/** Carries link events from the event log to `links.v1`, in one process at a time, until stopped. */
export async function startRelay(settings: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, logger, log } = settings;
  let begun = false;
  const work = startExclusiveWork({
    databaseUrl,
    name: "hoplog relay",
    logger,
    pollMs: 1000,
    async step(client) {
      try {
        if (!begun) await beginAnewWhereNew(client, log);
        begun = true;
        return await relayStep(client, log);
      } catch (error) {
        // What we were away from may have been made anew meanwhile.
        begun = false;
        throw error;
      }
    },
  });
  const { unlisten } = await settings.listener.listen(eventsChannel, { onNotification: work.wake, onGap: work.wake });
  return {
    async stop() {
      await work.stop();
      await unlisten();
    },
  };
}
