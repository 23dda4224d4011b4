/** Where the replica is unless the settings say otherwise; in a file of its own, for it is needed before they are read. */
export const defaultReplicaFolder = ".hoplog/replica";
