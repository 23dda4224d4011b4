import type { Admin } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { PartitionOffsets } from "./position.ts";

/**
 * Returns whether these offsets belong to this topic, and not to an earlier one of the same name. Records carry the
 * broker's time, so every record newer than the newest one read has a higher offset. In a recreated topic all records
 * are newer: if one of them is below the offset, it was never read.
 */
export async function isSameTopic(admin: Admin, topic: Topic, offsets: PartitionOffsets): Promise<boolean> {
  for (const [partition, { offset, newest }] of offsets) {
    const newer = await admin.fetchTopicOffsetsByTimestamp(topic.name, newest + 1);
    const found = newer.find((one) => one.partition === partition);
    if (!found || Number(found.offset) < offset) return false;
  }
  return true;
}
