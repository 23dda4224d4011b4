import type { Duplex } from "node:stream";

/** One visitor's connection as bytes, whatever carries it. */
export interface Transport {
  readonly isTls: boolean;
  /** Sends bytes, which may be overwritten afterwards. False when not all of them could leave yet. */
  send(bytes: Buffer, start: number, end: number): boolean;
  /** Whether something that was sent has not left. */
  isWaiting(): boolean;
  isClosed(): boolean;
  /** No more data is read until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Closes our side when everything sent has left. */
  end(): void;
  /** Closes both ways, when everything sent has left. */
  endBothWays(): void;
  /** Closes both ways now. */
  destroy(): void;
  /**
   * From now on the connection is this stream, which begins with `buffered`: no more events come here but its ends. What
   * is paused is read again.
   */
  toStream(buffered: Buffer | null): Duplex;
  /**
   * Ends the stream and not the connection, whose events come here again. Returns the bytes that were not read from the stream;
   * everything written to it must have left.
   */
  takeBack(): Buffer | null;
}

/** What happens on connections; `visitor` is what `onOpen` has given for one. */
export interface TransportEvents<V> {
  /** The address is the visitor's, as far as is known before the first request. */
  onOpen(transport: Transport, address: string): V;
  onData(visitor: V, bytes: Buffer): void;
  /** The peer will send no more; also called when it has become a stream. */
  onEnd(visitor: V): void;
  /** Everything that was sent has left; also called when it has become a stream. */
  onDrain(visitor: V): void;
  /** The connection is gone; also called when it has become a stream. */
  onClose(visitor: V): void;
}

export interface TransportServer {
  /** Resolves with the port. Where `reusePort` is, several servers, also of other processes, share one. */
  listen(port: number, host: string, reusePort: boolean): Promise<number>;
  /** Takes no more connections. */
  stop(): void;
}
