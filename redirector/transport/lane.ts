import { Duplex } from "node:stream";

/** The connection below a lane. */
export interface LaneEnds {
  /** Calls `done` once more may be written. */
  write(bytes: Buffer, done: () => void): void;
  /** Closes our side when everything written has left. */
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** A connection as a stream, for as long as that has it. */
export interface Lane {
  readonly stream: Duplex;
  /** Null is the end. */
  take(bytes: Buffer | null): void;
  /** Destroys the stream and leaves the connection open; returns the bytes that were not read from the stream. */
  release(): Buffer | null;
  /** The connection is gone. */
  destroy(): void;
}

export function createLane(ends: LaneEnds, buffered: Buffer | null): Lane {
  let isReleased = false;
  const stream = new Duplex({
    allowHalfOpen: true,
    read: () => isReleased || ends.resume(),
    write(bytes: Buffer, _encoding, done) {
      ends.write(bytes, done);
    },
    final(done) {
      ends.end();
      done();
    },
    destroy(error, done) {
      if (!isReleased) ends.destroy();
      done(error);
    },
  });
  if (buffered) stream.push(buffered);
  return {
    stream,
    take(bytes) {
      // The last answer has been given: a request that comes now would be recorded and never answered.
      if (bytes !== null && stream.writableEnded) return;
      const takesMore = stream.push(bytes);
      if (!takesMore && bytes !== null && !isReleased) ends.pause();
    },
    release() {
      isReleased = true;
      stream.pause();
      const unread: unknown = stream.read();
      stream.destroy();
      return Buffer.isBuffer(unread) ? unread : null;
    },
    destroy: () => void stream.destroy(),
  };
}
