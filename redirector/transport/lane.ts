import { Duplex } from "node:stream";

/** The connection that carries a lane. */
export interface LaneEnds {
  /** Writes bytes and calls `done` when more may be written. */
  write(bytes: Buffer, done: () => void): void;
  /** Closes our side after all written bytes were sent. */
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** Wraps a connection in a stream for as long as the stream's consumer has it. */
export interface Lane {
  readonly stream: Duplex;
  /** Passes received bytes to the stream; null signals the end. */
  take(bytes: Buffer | null): void;
  /** Destroys the stream and leaves the connection open; returns the bytes that were not read from the stream. */
  release(): Buffer | null;
  /** Destroys the stream after the connection has closed. */
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
      // After the last response, received bytes are ignored: a request would be recorded but never answered.
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
