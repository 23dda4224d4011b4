import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { frameHeader, sealFrame } from "./chunk.ts";
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
  const result = readFrames(file, ({ bytes }, start, end) => frames.push(Buffer.from(bytes.slice(start, end))));
  return { ...result, frames };
}

const payloadOf = (frame: Buffer): Buffer => frame.subarray(frameHeader);

describe("frames of a chunk", () => {
  it("are read whole wherever a piece of it ends", () => {
    // Prime, so that every place in a frame is the end of some piece.
    const frames = Array.from({ length: 400 }, (_, i) => frameOf(4999, i % 251));
    const { size, torn, frames: found } = read(...frames);
    expect([size, torn]).toEqual([400 * (4999 + frameHeader), 0]);
    expect(found).toEqual(frames.map(payloadOf));
  });

  it("may be larger than a piece, many times", () => {
    const frames = [frameOf(10, 1), frameOf(1_500_000, 2), frameOf(20, 3)];
    expect(read(...frames).frames).toEqual(frames.map(payloadOf));
    // What was made larger for it serves small ones as well.
    expect(read(frameOf(10, 4)).frames).toEqual([Buffer.alloc(10, 4)]);
  });

  it("end where one was cut short or damaged, which is reported with all behind it", () => {
    const whole = frameOf(300_000, 1);
    const damaged = frameOf(300_000, 2);
    damaged[200_000] = 7;
    expect(read(whole, frameOf(50, 3).subarray(0, 30))).toMatchObject({ torn: 30, frames: [payloadOf(whole)] });
    expect(read(whole, damaged, frameOf(500_000, 4))).toMatchObject({
      torn: 800_000 + 2 * frameHeader,
      frames: [payloadOf(whole)],
    });
  });

  it("are none in an empty chunk", () => {
    expect(read(Buffer.alloc(0))).toEqual({ size: 0, torn: 0, frames: [] });
  });
});
