import type { Duplex } from "node:stream";

/** One visitor's connection as a byte stream, independent of the underlying socket. */
export interface Transport {
  readonly isTls: boolean;
  /** Sends bytes; the buffer may be reused afterwards. Returns false if not all of them could be sent yet. */
  send(bytes: Buffer, start: number, end: number): boolean;
  /** Returns whether sent bytes are still buffered. */
  isWaiting(): boolean;
  isClosed(): boolean;
  /** Stops reading until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Closes our side after everything was sent. */
  end(): void;
  /** Closes both sides after everything was sent. */
  endBothWays(): void;
  /** Closes both sides immediately. */
  destroy(): void;
  /**
   * Turns the connection into a stream that begins with `buffered`: received data is no longer reported here, but other
   * events are. Resumes a paused connection.
   */
  toStream(buffered: Buffer | null): Duplex;
  /**
   * Ends the stream but not the connection, whose events are reported here again. Returns the bytes that were not read
   * from the stream; everything written to it must have been sent.
   */
  reclaim(): Buffer | null;
}

/** Events of connections; `visitor` is the value that `onOpen` returned for the connection. */
export interface TransportEvents<V> {
  /** Reports a new connection; `address` is the visitor's address as known before the first request. */
  onOpen(transport: Transport, address: string): V;
  onData(visitor: V, bytes: Buffer): void;
  /** The peer has closed its side; also called for a connection that has become a stream. */
  onEnd(visitor: V): void;
  /** Everything was sent; also called for a connection that has become a stream. */
  onDrain(visitor: V): void;
  /** The connection was closed; also called for a connection that has become a stream. */
  onClose(visitor: V): void;
}

export interface TransportServer {
  /**
   * Starts to listen and resolves with the port. With `reusePort`, several servers share a port, including servers of
   * other processes.
   */
  listen(port: number, host: string, reusePort: boolean): Promise<number>;
  /** Stops accepting connections. */
  stop(): void;
}
