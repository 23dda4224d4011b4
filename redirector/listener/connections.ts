import type { Connection } from "./connection.ts";
import type { Duplex } from "node:stream";
import { refusalBeforeRequest } from "../server/clientErrors.ts";
import { createLine } from "../transport/line.ts";

/** Maximum number of connections and their timeouts in milliseconds. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Timeout for a whole request head, from its first byte or from the start of the connection. */
  readonly headTimeoutMs: number;
  /** Timeout between two requests. */
  readonly idleTimeoutMs: number;
  /** Timeout for a visitor to receive the responses. */
  readonly writeTimeoutMs: number;
}

export const defaultLimits: ConnectionLimits = {
  maxConnections: 10_000,
  headTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  writeTimeoutMs: 15_000,
};

/** Stores open connections in an order in which the longest inactive ones are found without a full scan. */
export function createConnections(limits: ConnectionLimits, now: () => number, newRequestId: () => string) {
  const open = createLine<Connection>();
  const left = new WeakMap<Duplex, Connection>();

  /**
   * Closes the first connection that was inactive since the last call, so that clients that only hold connections can't
   * keep visitors out. Moves active ones to the end of the line.
   */
  function closeIdle(): void {
    for (const connection of open.all()) {
      if (open.length() < limits.maxConnections) return;
      remove(connection);
      if (connection.activeAt === connection.seenAt) {
        connection.transport.destroy();
        return;
      }
      connection.seenAt = connection.activeAt;
      connection.place = open.join(connection);
    }
  }

  function remove(connection: Connection): void {
    if (connection.place) open.leave(connection.place);
    connection.place = null;
  }

  function closeSlow(): void {
    const time = now();
    for (const connection of open.all()) {
      const { transport, state } = connection;
      const silentMs = time - connection.activeAt;
      if (transport.isWaiting()) {
        if (silentMs > limits.writeTimeoutMs) transport.destroy();
      } else if (state === "reading" && connection.buffered !== null) {
        if (silentMs > limits.headTimeoutMs) {
          const tooSlow = Buffer.from(refusalBeforeRequest(408, newRequestId()));
          transport.send(tooSlow, 0, tooSlow.length);
          transport.endBothWays();
        }
      } else if (connection.underWay === 0 && silentMs > limits.idleTimeoutMs) {
        transport.destroy();
      }
    }
  }

  return {
    add(connection: Connection): void {
      if (open.length() >= limits.maxConnections) closeIdle();
      connection.place = open.join(connection);
    },
    remove,
    /** Records the stream through which the HTTP server uses the connection. */
    setStream: (connection: Connection, stream: Duplex): void => void left.set(stream, connection),
    removeStream: (stream: Duplex): void => void left.delete(stream),
    of: (stream: Duplex): Connection | undefined => left.get(stream),
    all: open.all,
    count: open.length,
    closeSlow,
  };
}

export type Connections = ReturnType<typeof createConnections>;
