import type { ClientBase } from "pg";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { isFull, type ConsumeOptions } from "../port.ts";
import type { Gathering } from "./deliver.ts";
import { parsePosition, toPosition } from "./position.ts";
import { readMore, readRange } from "./readBatch.ts";

/** Identifies the Postgres log in stored cursors and deliveries. */
export const logName = "postgres";

/** Returns how a consumer's deliveries are batched and stored; null if it has no intents. */
export function gatheringOf(client: ClientBase, topic: Topic, options: ConsumeOptions): Gathering | null {
  const { intents, pace } = options;
  if (!intents) return null;
  return {
    isFull: ({ records }) => isFull(records, options),
    pace: (signal) => pace?.(signal) ?? Promise.resolve(),
    more: (batch) => readMore(client, topic, batch, options),
    async open(batch, after) {
      const [record] = batch.records;
      if (!record) throw new RangeError("the batch to deliver has no records");
      const [first, last] = [toPosition(batch.first), toPosition(batch.next)];
      const opened = await intents.open({ log: logName, partition: 0, first, last }, record);
      if (opened.last === last) return { ...batch, intentId: opened.id };
      const kept = await readRange(client, topic, after, parsePosition(opened.last));
      return { ...kept, intentId: opened.id };
    },
  };
}
