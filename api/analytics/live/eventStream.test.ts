import { text } from "node:stream/consumers";
import { Repeater } from "@graphql-yoga/subscription";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEventStream, type SentEvent } from "./eventStream.ts";

const never = { heartbeatMs: 60_000, stallMs: 60_000, onStalled: () => {} };

/** Supplies events endlessly on demand, and records how many were taken and whether the source was ended. */
function endless(data: unknown) {
  const seen = { taken: 0, ended: false };
  const source: AsyncIterator<SentEvent, undefined> = {
    next: async () => ({ value: { name: "clicks", data: [++seen.taken, data] } }),
    return: async () => {
      seen.ended = true;
      return { done: true, value: undefined };
    },
  };
  return { source, seen };
}

describe("a stream of events", () => {
  it("has numbers, names and data, and ends with its source", async () => {
    const source = new Repeater<SentEvent>(async (push, stop) => {
      await push({ name: "window", data: { text: "a\nb" } });
      await push({ name: "clicks", data: 2 });
      stop();
    });
    expect(await text(createEventStream(source, never).body)).toBe(
      'retry: 3000\n\nid: 1\nevent: window\ndata: {"text":"a\\nb"}\n\nid: 2\nevent: clicks\ndata: 2\n\n',
    );
  });

  it("says from time to time that it is still there, and ends at once with the reason when told so", async () => {
    const source = new Repeater<SentEvent>((_push, stop) => stop);
    const stream = createEventStream(source, { ...never, heartbeatMs: 5 });
    onTestFinished(() => void stream.body.destroy());
    let read = "";
    for await (const part of stream.body) {
      read += String(part);
      if (read.split(": still here").length === 3) stream.end({ name: "end", data: "over" });
    }
    expect(read.replace("retry: 3000\n\n", "").replaceAll(": still here\n\n", "")).toBe(
      'id: 1\nevent: end\ndata: "over"\n\n',
    );
    expect((await source.next()).done).toBe(true);
  });

  it("takes no more events than its client reads, and lets go of one that reads nothing", async () => {
    let stalled = 0;
    const { source, seen } = endless("x".repeat(100_000));
    const { body } = createEventStream(source, { ...never, stallMs: 50, onStalled: () => stalled++ });
    await body[Symbol.asyncIterator]().next();
    await expect
      .poll(() => ({ stalled, destroyed: body.destroyed, ended: seen.ended }))
      .toEqual({
        stalled: 1,
        destroyed: true,
        ended: true,
      });
    expect(seen.taken).toBeLessThan(6);
  });

  it("leaves its source when the client is gone", async () => {
    let left = false;
    const source = new Repeater<SentEvent>(async (_push, stop) => {
      await stop;
      left = true;
    });
    const { body } = createEventStream(source, never);
    body.resume();
    await new Promise((resolve) => body.once("data", resolve));
    body.destroy();
    await expect.poll(() => left).toBe(true);
  });
});
