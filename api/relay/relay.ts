import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import { encodeLinkRecord, linkRecordSchema } from "@hoplog/schema/topics/linkRecord.js";
import { linksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import { checkpoint, type FollowedEvent, type FollowedLog, followEvents } from "../eventstore/followEvents.ts";
import { type Touched, touchedBy } from "./touchedCodes.ts";

/** Events, and links of one owner, at a time. */
const batchSize = 2000;

export interface RelaySettings extends FollowedLog {
  readonly log: EventLog;
}

/** Carries what events mean for visitors from the event log to `links.v1`, in one process at a time, until stopped. */
export async function startRelay({ log, ...eventLog }: RelaySettings): Promise<{ stop(): Promise<void> }> {
  const name = checkpointName(log);
  return followEvents(eventLog, {
    name: "hoplog relay",
    // Of users only bans matter here, which are of all their links.
    streams: ["link", "user"],
    cursor: checkpoint(name),
    batchSize,
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
  const touched = touchedBy(events.map((event) => parseEvent(event.streamType, event)));
  const records = await presentStates(client, touched);
  if (records.length > 0) await log.append(linksV1, records);
  for (const ownerId of touched.ownerIds) await publishAllOf(client, log, ownerId);
}

async function presentStates(client: ClientBase, touched: Touched): Promise<NewRecord[]> {
  if (touched.codes.size === 0 && touched.linkIds.size === 0) return [];
  const { rows } = await client.query<Target>({
    name: "relay_states",
    text: `SELECT ${targetColumns} FROM redirect_target WHERE code = ANY($1) OR link_id = ANY($2)`,
    values: [[...touched.codes], [...touched.linkIds]],
  });
  const present = new Set(rows.map(({ code }) => code));
  const gone = [...touched.codes].filter((code) => !present.has(code));
  return [...rows.map(recordOf), ...gone.map((key) => ({ key, value: null }))];
}

/** Somebody may have a hundred thousand links. */
async function publishAllOf(client: ClientBase, log: EventLog, ownerId: string): Promise<void> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await client.query<Target>({
      name: "relay_states_of_owner",
      text: `SELECT ${targetColumns} FROM redirect_target WHERE owner_id = $1 AND link_id > $2
             ORDER BY link_id LIMIT ${batchSize}`,
      values: [ownerId, after],
    });
    const last = rows.at(-1);
    if (!last) return;
    await log.append(linksV1, rows.map(recordOf));
    after = last.linkId;
  }
}

interface Target {
  readonly code: string;
  readonly linkId: string;
}

const targetColumns = `code, link_id AS "linkId", owner_id AS "ownerId", revision, url, active`;

function recordOf(row: Target): NewRecord {
  return { key: row.code, value: encodeLinkRecord(linkRecordSchema.parse(row)) };
}
