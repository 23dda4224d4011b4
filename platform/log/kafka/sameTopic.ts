import type { Admin } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { PartitionOffsets } from "./position.ts";

/**
 * Whether these are still offsets in this topic, and not in one of the same name that has been deleted since. Records
 * carry the broker's time, so all that is newer than the newest one read lies behind the offset. In a topic that was
 * made anew everything is newer: where something of that lies before the offset, it was never read.
 */
export async function isSameTopic(admin: Admin, topic: Topic, offsets: PartitionOffsets): Promise<boolean> {
  for (const [partition, { offset, newest }] of offsets) {
    const newer = await admin.fetchTopicOffsetsByTimestamp(topic.name, newest + 1);
    const found = newer.find((one) => one.partition === partition);
    if (!found || Number(found.offset) < offset) return false;
  }
  return true;
}
