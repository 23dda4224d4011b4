import type { Consumer } from "kafkajs";
import type { Topic } from "@hoplog/schema/topics/topic.js";
import { unlessAborted } from "../../retry/unlessAborted.ts";
import { withHeartbeats } from "./heartbeats.ts";
import { createLane, type Delivering, type Lane } from "./lane.ts";
import type { Taking } from "./session.ts";

/**
 * Processes a topic as a named consumer: each assigned partition has a separate lane. Fetching continues while a lane
 * delivers.
 */
export function consuming(topic: Topic, delivering: Delivering, abandoned: AbortSignal) {
  return (consumer: Consumer): Taking => {
    let lanes = new Map<number, Lane>();
    let generation = new AbortController();

    function laneOf(partition: number): Lane {
      const known = lanes.get(partition);
      if (known) return known;
      const lane = createLane(delivering, {
        partition,
        over: AbortSignal.any([generation.signal, abandoned]),
        commit: (next) => consumer.commitOffsets([{ topic: topic.name, partition, offset: String(next) }]),
      });
      lanes.set(partition, lane);
      return lane;
    }

    /** Ends all lanes. Running deliveries continue, and the next lanes of the partitions wait for them. */
    function endLanes(): void {
      generation.abort();
      generation = new AbortController();
      lanes = new Map();
    }

    consumer.on(consumer.events.REBALANCING, endLanes);
    return {
      onJoined: endLanes,
      async take({ partition, records, heartbeat, onTaken }) {
        const mine = generation.signal;
        const taking = laneOf(partition).push(records);
        const last = records.at(-1);
        if (last) onTaken(last.offset + 1);
        await unlessAborted(
          withHeartbeats(taking, heartbeat, 0),
          AbortSignal.any([delivering.ending, abandoned, mine]),
        );
        return !mine.aborted;
      },
      async close({ failed }) {
        // Running deliveries continue after leaving the group; the next session waits for them.
        if (failed) endLanes();
        await Promise.all([...lanes.values()].map((lane) => lane.close()));
        generation.abort();
      },
    };
  };
}
