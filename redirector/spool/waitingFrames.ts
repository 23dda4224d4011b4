import type { Written } from "./chunkWriter.ts";
import type { Tally } from "./tally.ts";

export interface WaitingFramesSettings {
  readonly write: (frame: Buffer, records: number) => Written;
  readonly tally: Tally;
  /** Maximum bytes in memory; further frames are dropped. */
  readonly maxBytes: number;
}

/** Frames in memory that are written once the disk has space. The tally counts frames in memory and dropped frames. */
export interface WaitingFrames {
  /** Never throws. */
  add(frame: Buffer, records: number): void;
  isEmpty(): boolean;
  bytes(): number;
  /** Number of dropped records. */
  dropped(): number;
  /**
   * Writes frames, oldest first, for at most `maxMs` milliseconds. Returns true if time ran out before all were
   * written. Never throws.
   */
  write(maxMs: number): boolean;
  /** Drops all frames in memory and returns the number of their records. */
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
        tally.retract(frame);
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
