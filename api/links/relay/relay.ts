import type { EventLog } from "@hoplog/platform/log/port.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { defaultHosts } from "@hoplog/schema/domains/defaultHosts.js";
import {
  checkpoint,
  type Checkpoint,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../../kernel/eventstore/followEvents.ts";
import { publishDefaultHosts, publishDomains } from "./hostStates.ts";
import { publishStates, statesOfOwner, touchedStates } from "./linkStates.ts";
import { publishNext, requestPublication } from "./publication.ts";
import { touchedBy } from "./touchedCodes.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import type { PublicUrl, ShortHosts, ShortUrl } from "../../kernel/calls/capabilities.ts";

export interface RelaySettings extends FollowedLog {
  readonly log: EventLog;
  /** Hosts of the default domain. */
  readonly hosts: readonly string[];
}

/**
 * Publishes domains, and the current state of each code that an event has touched, to redirectors until stopped; only
 * one process publishes at a time. A state may be published twice or ahead of its event; the last one published is
 * always the current one.
 */
export async function startRelay({ log, hosts, ...eventLog }: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const cursor = checkpoint(checkpointName(log));
  return followEvents(eventLog, {
    name: "hoplog relay",
    // Only bans matter among user events; they affect all links of the user.
    streams: ["link", "user", "domain"],
    cursor,
    batchSize: 2000,
    timing: "at once",
    async begin(client) {
      await begin(client, log, cursor);
      await publishDefaultHosts(log, hosts);
      await publishDomains(client, log, null);
    },
    async handle(client, events) {
      const touched = touchedBy(events.map((event) => parseEvent(event.streamType, event)));
      await publishDomains(client, log, touched.domainIds);
      await publishStates(log, await touchedStates(client, touched));
      for (const ownerId of touched.ownerIds) {
        for await (const states of statesOfOwner(client, ownerId)) await publishStates(log, states);
      }
    },
    between: (client) => publishNext(client, log),
  });
}

/** Returns the name of the relay's checkpoint. Each log has its own, because logs have received different records. */
function checkpointName(log: EventLog): string {
  return log.name === "postgres" ? linksV2.name : `${linksV2.name}@${log.name}`;
}

/** Requests the publication of all codes if the topic is new or was never published to. */
async function begin(client: ClientBase, log: EventLog, cursor: Checkpoint): Promise<void> {
  const start = await cursor.find(client);
  if (start !== null && !(await log.isNew(linksV2))) return;
  await requestPublication(client, log.name);
  await cursor.write(client, start ?? (await settledLogEnd(client)));
}

/** Publishes links and domains to redirectors. */
export const relay: RunningFeature<unknown, Omit<RelaySettings, "hosts"> & PublicUrl & ShortUrl & ShortHosts> = {
  async start(base) {
    const hosts = defaultHosts([base.shortUrl, base.publicUrl], base.shortHosts);
    const { stop } = await startRelay({ ...base, hosts });
    return { services: {}, stop };
  },
};
