import type { Topic } from "@hoplog/schema/topics/topic.js";
import type { NewRecord } from "./port.ts";

/** Throws a TypeError for a record that the topic's kind has no place for. */
export function requireFit(topic: Topic, record: NewRecord): void {
  if (topic.cleanup === "compact" && record.key === null) {
    throw new TypeError(`${topic.name} keeps the newest record of each key, so a record needs a key`);
  }
  if (topic.cleanup === "delete" && record.value === null) {
    throw new TypeError(`${topic.name} is not compacted, so it has no use for a tombstone`);
  }
}
