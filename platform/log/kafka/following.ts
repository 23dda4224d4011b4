import type { Consumer } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { Batcher } from "./batcher.ts";
import type { PartitionOffsets } from "./position.ts";
import type { Taking } from "./session.ts";

/** Processes a topic as a follower: the only member of its group, reading from offsets that it stores itself. */
export function following(topic: Topic, batcher: Batcher, offsets: () => PartitionOffsets) {
  return (consumer: Consumer, fail: (error: unknown) => void): Taking => ({
    onJoined() {
      for (const [partition, { offset }] of offsets()) {
        consumer.seek({ topic: topic.name, partition, offset: String(offset) });
      }
    },
    async take(fetched) {
      const expected = offsets().get(fetched.partition)?.offset ?? 0;
      if ((fetched.records[0]?.offset ?? expected) < expected) {
        fail(new Error(`${topic.name} has lost records that hoplog had already read`));
        return false;
      }
      return batcher.take(fetched);
    },
    close: () => Promise.resolve(),
  });
}
