import type { Admin } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { Place } from "./position.ts";

/**
 * Whether a place is still one in this topic, and not in one of the same name that has been deleted since. Records
 * carry the broker's time, so all that is newer than the newest one read lies behind the place. In a topic that was
 * made anew everything is newer: where something of that lies before the place, it was never read.
 */
export async function isSamePlace(admin: Admin, topic: Topic, place: Place): Promise<boolean> {
  for (const [partition, { offset, newest }] of place) {
    const newer = await admin.fetchTopicOffsetsByTimestamp(topic.name, newest + 1);
    const found = newer.find((one) => one.partition === partition);
    if (!found || Number(found.offset) < offset) return false;
  }
  return true;
}
