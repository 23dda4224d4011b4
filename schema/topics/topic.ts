/**
 * A stream of records between processes. `compact` retains the newest record of each key, and a tombstone (null value)
 * for `tombstoneMs`; `delete` deletes records that every consumer has committed: in Postgres `retentionMs` after that,
 * in Kafka `retentionMs` after they were stored.
 */
export type Topic =
  | { readonly name: string; readonly cleanup: "compact"; readonly tombstoneMs: number }
  | { readonly name: string; readonly cleanup: "delete"; readonly retentionMs: number };

const hour = 60 * 60 * 1000;

export const linksV2 = { name: "links.v2", cleanup: "compact", tombstoneMs: 7 * 24 * hour } as const satisfies Topic;
export const clicksV1 = { name: "clicks.v1", cleanup: "delete", retentionMs: 24 * hour } as const satisfies Topic;
