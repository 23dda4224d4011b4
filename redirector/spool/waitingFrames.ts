import type { Written } from "./chunkWriter.ts";
import type { Tally } from "./tally.ts";

export interface WaitingFramesSettings {
  readonly write: (frame: Buffer, records: number) => Written;
  readonly tally: Tally;
  /** What comes beyond is dropped. */
  readonly maxBytes: number;
}

/** Frames that the disk does not take, in memory. They and those that are dropped are counted in the tally. */
export interface WaitingFrames {
  /** Never throws. */
  add(frame: Buffer, records: number): void;
  isEmpty(): boolean;
  bytes(): number;
  /** Records that were dropped. */
  dropped(): number;
  /** Writes frames, oldest first, for so many milliseconds; true if the time was over before the frames were. Never throws. */
  write(maxMs: number): boolean;
  /** Drops those that wait, and returns the number of their records. */
  drop(): number;
}

export function createWaitingFrames({ write, tally, maxBytes }: WaitingFramesSettings): WaitingFrames {
  let waiting: { readonly frame: Buffer; readonly records: number }[] = [];
  let bytes = 0;
  let dropped = 0;

  return {
    add(frame, records) {
      tally.add(frame);
      if (bytes + frame.length > maxBytes) dropped += records;
      else {
        waiting.push({ frame, records });
        bytes += frame.length;
      }
    },
    isEmpty: () => waiting.length === 0,
    bytes: () => bytes,
    dropped: () => dropped,
    write(maxMs) {
      const end = performance.now() + maxMs;
      let stored = 0;
      let isOver = false;
      for (const { frame, records } of waiting) {
        isOver = performance.now() >= end;
        if (isOver || write(frame, records) !== "stored") break;
        tally.takeBack(frame);
        stored++;
        bytes -= frame.length;
      }
      if (stored === 0) return isOver;
      waiting = waiting.slice(stored);
      tally.save();
      return isOver;
    },
    drop() {
      const records = waiting.reduce((sum, frame) => sum + frame.records, 0);
      dropped += records;
      waiting = [];
      bytes = 0;
      return records;
    },
  };
}
