import { named, raw, sql } from "@hoplog/platform/postgres/sql.js";
import { parseEvent } from "@hoplog/schema/events/domainEvent.js";
import type { ClientBase } from "pg";
import {
  checkpoint,
  type FollowedEvent,
  type FollowedLog,
  followEvents,
  settledLogEnd,
} from "../../../kernel/eventstore/followEvents.ts";
import type { BlocklistFile } from "./file.ts";
import { checkedLinks, checkedSql, checkNewLinks } from "./linkChecks.ts";
import { type Marking, markLinks } from "./mark.ts";
import { linksWithIds } from "./markableLinks.ts";
import { type NoticeServices, notifyNextOwner } from "./notices.ts";
import { scanAgain, scanNext } from "./scan.ts";

export interface MarkerSettings extends FollowedLog, Marking, NoticeServices {
  readonly file: BlocklistFile;
  readonly hasChecker: boolean;
}

const name = "hoplog listings";
const checkedAtOnce = 200;

/**
 * Lists and unlists links, in one process at a time, until stopped: changed links, checked links, and all links after a
 * change of the blocklist. No other code lists or unlists links, so nothing reverts its changes.
 */
export async function startMarker(settings: MarkerSettings): Promise<{ stop(): Promise<void> }> {
  const cursor = checkpoint("listings");
  return followEvents(settings, {
    name,
    streams: ["link"],
    cursor,
    batchSize: 1000,
    timing: "each second",
    async begin(client) {
      if (await cursor.find(client)) return;
      // Link rows already reflect all earlier events.
      await scanAgain(client);
      await cursor.write(client, await settledLogEnd(client));
    },
    async handle(client, events) {
      const ids = changedLinks(events);
      await markLinks(settings, client, await linksWithIds(client, ids));
      if (settings.hasChecker) await checkNewLinks(client, ids);
    },
    async between(client) {
      await settings.file.refresh(client);
      if (!(await isAnythingToDo(settings, client))) return false;
      const marked = await markChecked(settings, client);
      const scanned = await scanNext(settings, client);
      const told = await notifyNextOwner(settings, client);
      return marked || scanned || told;
    },
  });
}

/** Whether there may be work. Usually there is none, and then this is the only statement. */
async function isAnythingToDo({ hasChecker, blocklist }: MarkerSettings, client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    named(
      `listings_any_${hasChecker ? "with" : "without"}`,
      sql`SELECT EXISTS (SELECT FROM link_check WHERE ${raw(checkedSql(hasChecker))})
             OR EXISTS (SELECT FROM blocklist_state WHERE marked_until IS NOT NULL
               OR marked_revision <> ${blocklist.current().revision.toString()})
             OR EXISTS (SELECT FROM listing_notice) AS "isThere"`,
    ),
  );
  return rows[0]?.isThere ?? false;
}

/** Returns links whose destinations may have changed. */
function changedLinks(events: readonly FollowedEvent[]): string[] {
  const ids = new Set<string>();
  for (const stored of events) {
    const event = parseEvent(stored.streamType, stored);
    switch (event.type) {
      case "LinkCreated":
      case "LinkRetargeted":
      case "LinkOptionsChanged":
        ids.add(event.data.linkId);
        break;
      default:
        break;
    }
  }
  return [...ids];
}

async function markChecked(settings: MarkerSettings, client: ClientBase): Promise<boolean> {
  const ids = await checkedLinks(client, settings.hasChecker, checkedAtOnce);
  if (ids.length === 0) return false;
  await markLinks(settings, client, await linksWithIds(client, ids), ids);
  return true;
}
