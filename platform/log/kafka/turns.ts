/**
 * Which partition records without a key go to. Processes that send little all use the same partition, another one each
 * minute: whoever reads it gets what comes from many in few deliveries. A process that sends more uses as many partitions
 * as that takes, one after the other, from the same one on: a reader has few deliveries a second for all its partitions.
 */
export interface Turns {
  /** `bytes` is what is about to be sent. */
  next(partitions: number, bytes: number): number;
}

/** Of their clocks it needs no more than that they agree for the most part. */
const sharedMs = 60_000;

/** For one partition in a second: some 160 clicks. Of 250 such processes one reader still takes all. */
const littleBytes = 16_384;

export function createTurns(now: () => number = Date.now): Turns {
  let turn = 0;
  let second = 0;
  let sent = 0;
  return {
    next(partitions, bytes) {
      const at = now();
      // What was sent in the second before counts by half, so that it takes more than one large batch now and then.
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
