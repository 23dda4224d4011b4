import kafkajs, { type PartitionAssigner } from "kafkajs";

/**
 * Round robin under a separate name, because Kafka rejects group members that have no assigner in common. A process of
 * an older release, which stores no intents and would count batches under their own ids, therefore can't join while one
 * of this release is in the group, and vice versa.
 */
const assigner: PartitionAssigner = (config) => ({
  ...kafkajs.PartitionAssigners.roundRobin(config),
  name: "hoplog-2",
});

export const assigners = [assigner];
