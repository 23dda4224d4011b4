/**
 * Returns the name that Kafka's protocol gives an error, such as REBALANCE_IN_PROGRESS, even if kafkajs has wrapped the
 * error; null if it has none.
 */
export function typeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    if ("type" in at && typeof at.type === "string") return at.type;
    if ("errors" in at && Array.isArray(at.errors)) at = at.errors[0];
    else at = "cause" in at ? at.cause : null;
  }
  return null;
}

/** Returns whether the group is rebalancing: another member may soon own our partitions. */
export function isRebalancing(error: unknown): boolean {
  return typeOf(error) === "REBALANCE_IN_PROGRESS";
}

export function isTooLarge(error: unknown): boolean {
  const type = typeOf(error);
  return type === "MESSAGE_TOO_LARGE" || type === "RECORD_LIST_TOO_LARGE";
}

export function isUnknownTopic(error: unknown): boolean {
  return typeOf(error) === "UNKNOWN_TOPIC_OR_PARTITION";
}

/**
 * Returns whether an error is transient: right after a topic was created or a leader has moved, not every broker knows
 * it yet.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && "retriable" in error && error.retriable === true;
}
