import type { Admin } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";

/**
 * Returns the name of a consumer's group in Kafka. Topic names contain no slash, so the topic can be parsed from the
 * group's name.
 */
export function groupOf(topic: Topic, consumer: string): string {
  return `${topic.name}/${consumer}`;
}

/** Returns the next offset of each partition; partitions without a commit are missing. */
export async function committedOffsets(admin: Admin, topic: Topic, groupId: string): Promise<Map<number, number>> {
  const [fetched] = await admin.fetchOffsets({ groupId, topics: [topic.name] });
  const offsets = (fetched?.partitions ?? []).map(({ partition, offset }) => [partition, Number(offset)] as const);
  return new Map(offsets.filter(([, offset]) => offset >= 0));
}

/** Returns how many records a consumer has not committed; an upper bound for a compacted topic. */
export async function lagOf(admin: Admin, topic: Topic, consumer: string): Promise<number> {
  const committed = await committedOffsets(admin, topic, groupOf(topic, consumer));
  const ends = await admin.fetchTopicOffsets(topic.name);
  return ends.reduce((sum, { partition, low, high }) => {
    return sum + Math.max(0, Number(high) - Math.max(Number(low), committed.get(partition) ?? 0));
  }, 0);
}

/**
 * Deletes the records that every consumer has committed and that the log stored more than `retentionMs` ago. Deletes
 * nothing as long as there is no consumer.
 */
export async function dropOld(admin: Admin, topic: Topic, retentionMs: number, now: number): Promise<void> {
  const { groups } = await admin.listGroups();
  const ours = groups.map(({ groupId }) => groupId).filter((groupId) => groupId.startsWith(groupOf(topic, "")));
  if (ours.length === 0) return;
  const committed = await Promise.all(ours.map((groupId) => committedOffsets(admin, topic, groupId)));
  const old = await admin.fetchTopicOffsetsByTimestamp(topic.name, now - retentionMs);
  const oldUntil = new Map(old.map(({ partition, offset }) => [partition, Number(offset)]));
  const droppable = (await admin.fetchTopicOffsets(topic.name)).flatMap(({ partition, low }) => {
    const until = Math.min(oldUntil.get(partition) ?? 0, ...committed.map((offsets) => offsets.get(partition) ?? 0));
    return until > Number(low) ? [{ partition, offset: String(until) }] : [];
  });
  if (droppable.length > 0) await admin.deleteTopicRecords({ topic: topic.name, partitions: droppable });
}
