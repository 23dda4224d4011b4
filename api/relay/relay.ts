import type { EventLog } from "@hoplog/platform/log/port.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { linksV1, linksV2, type Topic } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import {
  checkpoint,
  type Checkpoint,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../eventstore/followEvents.ts";
import { publishDefaultHosts, publishDomains } from "./hostStates.ts";
import { linkTopics, publishStates, statesOfOwner, touchedStates } from "./linkStates.ts";
import { publishNext, requestPublication } from "./publication.ts";
import { touchedBy } from "./touchedCodes.ts";

export interface RelaySettings extends FollowedLog {
  readonly log: EventLog;
  /** Of the default domain. */
  readonly hosts: readonly string[];
}

/** Domains are few. Redirectors that read past them in the release before know them after this time. In milliseconds. */
const hostsIntervalMs = 60 * 60 * 1000;

/**
 * Publishes what events mean for visitors, in one process at a time, until stopped: not the events, but the present
 * state of each code they touched. States may be published twice or ahead of their event, and the last one published is
 * always the present one.
 */
export async function startRelay({ log, hosts, ...eventLog }: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const [former, present] = [checkpoint(checkpointName(linksV1, log)), checkpoint(checkpointName(linksV2, log))];
  let hostsAt = 0;
  async function publishHosts(client: ClientBase): Promise<void> {
    await publishDefaultHosts(log, hosts);
    await publishDomains(client, log, null);
    hostsAt = performance.now();
  }
  return followEvents(eventLog, {
    name: "hoplog relay",
    // Of users only bans matter here, which are of all their links.
    streams: ["link", "user", "domain"],
    cursor: {
      // The api of the release before moves on that of links.v1 alone, and writes no links.v2.
      read: present.read,
      async write(client, position) {
        await present.write(client, position);
        await former.write(client, position);
      },
    },
    batchSize: 2000,
    timing: "at once",
    async begin(client) {
      await begin(client, log, former, present);
      await publishHosts(client);
    },
    async handle(client, events) {
      const touched = touchedBy(events.map((event) => parseEvent(event.streamType, event)));
      await publishDomains(client, log, touched.domainIds);
      await publishStates(log, await touchedStates(client, touched));
      for (const ownerId of touched.ownerIds) {
        for await (const states of statesOfOwner(client, ownerId)) await publishStates(log, states);
      }
    },
    async between(client) {
      if (performance.now() - hostsAt > hostsIntervalMs) await publishHosts(client);
      return publishNext(client, log);
    },
  });
}

/** Each log has checkpoints of its own: what one has received is not in another. */
function checkpointName({ name }: Topic, log: EventLog): string {
  return log.name === "postgres" ? name : `${name}@${log.name}`;
}

/** All codes are published to a topic that holds nothing of what was published, or that nothing was ever published to. */
async function begin(client: ClientBase, log: EventLog, former: Checkpoint, present: Checkpoint): Promise<void> {
  const start = (await present.find(client)) ?? (await former.find(client)) ?? (await settledLogEnd(client));
  const missing: string[] = [];
  for (const [topic, cursor] of [[linksV1, former] as const, [linksV2, present] as const]) {
    if ((await cursor.find(client)) === null || (await log.isNew(topic))) missing.push(topic.name);
  }
  if (missing.length === 0) return;
  await requestPublication(client, log.name, missing);
  await present.write(client, start);
  if (missing.length === linkTopics.length) await former.write(client, start);
}
