import { v7 } from "uuid";

export interface IdSettings {
  readonly random: (size: number) => Uint8Array;
  readonly nowMs: () => number;
}

/**
 * Creates UUIDs of version 7 that sort in order of creation, like the uuid package, with the given source of
 * randomness.
 */
export function createIds({ random, nowMs }: IdSettings): () => string {
  let msecs = -Infinity;
  let seq = 0;
  return () => {
    const bytes = random(16);
    const now = nowMs();
    if (now > msecs) {
      msecs = now;
      // 31 bits, so that there is room to increment.
      seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) & 0x7fffffff;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs++;
    }
    return v7({ random: bytes, msecs, seq });
  };
}
