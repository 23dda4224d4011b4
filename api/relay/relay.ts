import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { encodeLinkRecord, linkRecordSchema } from "@hoplog/schema/topics/linkRecord.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { checkpoint, type FollowedEvent, type FollowedLog, followEvents } from "../eventstore/followEvents.ts";
import { touchedBy } from "./touchedCodes.ts";

export interface RelaySettings extends FollowedLog {
  readonly log: EventLog;
}

/** Carries link events from the event log to `links.v1`, in one process at a time, until stopped. */
export async function startRelay({ log, ...eventLog }: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const name = checkpointName(log);
  return followEvents(eventLog, {
    name: "hoplog relay",
    streams: ["link"],
    cursor: checkpoint(name),
    batchSize: 2000,
    pace: "at once",
    async begin(client) {
      // Where the topic holds nothing of what was published, all codes are published again.
      if (await log.isNew(linksV1)) await client.query("DELETE FROM relay_checkpoint WHERE name = $1", [name]);
    },
    handle: (client, events) => publish(client, log, events),
  });
}

/** Each log has a checkpoint of its own: what one has been told is not in another. */
function checkpointName(log: EventLog): string {
  return log.name === "postgres" ? linksV1.name : `${linksV1.name}@${log.name}`;
}

/**
 * Publishes what events mean for visitors: not the events, but the present state of each code they touched. States may
 * be published twice or ahead of their event, and the last one published is always the present one.
 */
async function publish(client: ClientBase, log: EventLog, events: readonly FollowedEvent[]): Promise<void> {
  const records = await presentStates(client, touchedBy(events.map((event) => parseEvent("link", event))));
  if (records.length > 0) await log.append(linksV1, records);
}

async function presentStates(client: ClientBase, touched: ReturnType<typeof touchedBy>): Promise<NewRecord[]> {
  if (touched.codes.size === 0 && touched.linkIds.size === 0) return [];
  const { rows } = await client.query<{ code: string }>({
    name: "relay_states",
    text: `SELECT code, link_id AS "linkId", owner_id AS "ownerId", revision, url, active FROM redirect_target
           WHERE code = ANY($1) OR link_id = ANY($2)`,
    values: [[...touched.codes], [...touched.linkIds]],
  });
  const present = new Map(rows.map((row) => [row.code, encodeLinkRecord(linkRecordSchema.parse(row))]));
  const gone = [...touched.codes].filter((code) => !present.has(code));
  return [...[...present].map(([key, value]) => ({ key, value })), ...gone.map((key) => ({ key, value: null }))];
}
