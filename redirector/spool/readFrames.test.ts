import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { frameHeader, maxFrameBytes, sealFrame } from "./chunk.ts";
import { readFrames } from "./readFrames.ts";

function frameOf(size: number, fill: number): Buffer {
  const frame = Buffer.alloc(frameHeader + size, fill);
  sealFrame(frame);
  return frame;
}

function read(...parts: readonly Buffer[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-frames-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "chunk");
  writeFileSync(file, Buffer.concat(parts));
  const frames: Buffer[] = [];
  const result = readFrames(file, ({ bytes }, start, end) => {
    frames.push(Buffer.from(bytes.slice(start, end)));
    return bytes[start] !== refused;
  });
  return { ...result, frames };
}

/** First byte of payloads that the test refuses. */
const refused = 255;

const payloadOf = (frame: Buffer): Buffer => frame.subarray(frameHeader);

describe("frames of a chunk", () => {
  it("are read whole wherever a piece of it ends", () => {
    // The frame length is prime, so that read pieces end at every position within a frame.
    const frames = Array.from({ length: 400 }, (_, i) => frameOf(4999, i % 251));
    const { whole, torn, isDamaged, frames: found } = read(...frames);
    expect([whole, torn, isDamaged]).toEqual([400 * (4999 + frameHeader), 0, false]);
    expect(found).toEqual(frames.map(payloadOf));
  });

  it("may be larger than a piece", () => {
    const frames = [frameOf(10, 1), frameOf(maxFrameBytes - frameHeader, 2), frameOf(20, 3)];
    expect(read(...frames).frames).toEqual(frames.map(payloadOf));
    // The enlarged buffer must also work for small frames.
    expect(read(frameOf(10, 4)).frames).toEqual([Buffer.alloc(10, 4)]);
  });

  it("end without damage where a killed process has cut the last one short", () => {
    const first = frameOf(200_000, 1);
    const last = frameOf(5000, 3);
    for (const size of [1, frameHeader - 1, frameHeader, 30, last.length - 1]) {
      expect(read(first, last.subarray(0, size))).toEqual({
        whole: first.length,
        torn: size,
        isDamaged: false,
        frames: [payloadOf(first)],
      });
    }
    // After a power failure, a file may be longer than what was written.
    expect(read(first, Buffer.alloc(500_000))).toMatchObject({ torn: 0, isDamaged: false });
  });

  it("end with damage where a whole one has changed, wherever it lies", () => {
    const [first, last] = [frameOf(5000, 1), frameOf(4000, 4)];
    const damaged = frameOf(3000, 2);
    damaged[2000] = 7;
    const expected = { whole: first.length, torn: 0, isDamaged: true, frames: [payloadOf(first)] };
    expect(read(first, damaged, last)).toEqual(expected);
    expect(read(first, damaged)).toEqual(expected);
    expect(read(first, damaged, last.subarray(0, 100))).toEqual(expected);
    expect(read(first, frameOf(3000, refused), last)).toMatchObject({ whole: first.length, isDamaged: true });
  });

  it("end with damage where a length has changed, also to one that leads behind the end", () => {
    const [first, last] = [frameOf(5000, 1), frameOf(4000, 4)];
    for (const length of [1, 4_000_000_000, 100_000, 7001]) {
      const damaged = frameOf(3000, 2);
      damaged.writeUInt32LE(length, 0);
      expect(read(first, damaged, last), String(length)).toMatchObject({ whole: first.length, isDamaged: true });
    }
  });

  it("end with damage at any byte of a small chunk that has changed", () => {
    const parts = [frameOf(9, 1), frameOf(9, 2), frameOf(9, 3)];
    const bytes = Buffer.concat(parts);
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        const { frames, isDamaged, torn } = read(changed);
        expect(frames, `byte ${at}`).toHaveLength(Math.floor(at / 17));
        // If the last frame's length points beyond the end, it looks like a frame that was cut off.
        expect(isDamaged || (at >= 34 && at < 38 && torn > 0), `byte ${at}`).toBe(true);
      }
    }
  });

  it("are none in an empty chunk", () => {
    expect(read(Buffer.alloc(0))).toEqual({ whole: 0, torn: 0, isDamaged: false, frames: [] });
  });
});
