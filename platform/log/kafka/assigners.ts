import kafkajs, { type PartitionAssigner } from "kafkajs";

/**
 * Round robin under a name of its own: Kafka lets nobody into a group who knows another one. So a process of a release
 * that keeps no intents, and would count batches under their own ids, stays out as long as one of this release is in,
 * and the other way round.
 */
const assigner: PartitionAssigner = (config) => ({
  ...kafkajs.PartitionAssigners.roundRobin(config),
  name: "hoplog-2",
});

export const assigners = [assigner];
