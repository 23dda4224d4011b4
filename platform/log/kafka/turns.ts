/**
 * Chooses the partition of records without a key. Processes that send little all use the same partition, a different
 * one each minute, so that the partition's reader gets the records of many processes in few deliveries. A process that
 * sends more also uses the next partitions in turn, but only as many as it needs, so that readers have few deliveries a
 * second.
 */
export interface Turns {
  /** Returns the partition of the next send; `bytes` is its size. */
  next(partitions: number, bytes: number): number;
}

/** Milliseconds for which processes share a partition. Their clocks need to agree only roughly. */
const sharedMs = 60_000;

/**
 * Maximum bytes per second for one partition, about 160 clicks. A single reader keeps up with 250 processes that send
 * this much.
 */
const littleBytes = 16_384;

export function createTurns(now: () => number = Date.now): Turns {
  let turn = 0;
  let second = 0;
  let sent = 0;
  return {
    next(partitions, bytes) {
      const at = now();
      // Half of the previous second's bytes still count, so that an occasional large batch is not enough to use more
      // partitions.
      if (Math.floor(at / 1000) !== second) {
        sent = Math.floor(at / 1000) === second + 1 ? sent / 2 : 0;
        second = Math.floor(at / 1000);
      }
      sent += bytes;
      const used = Math.min(partitions, Math.max(1, Math.ceil(sent / littleBytes)));
      return (Math.floor(at / sharedMs) + (turn++ % used)) % partitions;
    },
  };
}
