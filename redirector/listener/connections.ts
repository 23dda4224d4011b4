import type { Connection } from "./connection.ts";
import type { Duplex } from "node:stream";
import { refusalBeforeRequest } from "../server/clientErrors.ts";
import { createLine } from "../transport/line.ts";

/** How long connections may be slow or silent, in milliseconds, and how many there may be. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** For a head to be whole, after its first byte or after the connection was made. */
  readonly headTimeoutMs: number;
  /** Between two requests. */
  readonly idleTimeoutMs: number;
  /** For a visitor to take the answers. */
  readonly writeTimeoutMs: number;
}

export const defaultLimits: ConnectionLimits = {
  maxConnections: 10_000,
  headTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  writeTimeoutMs: 15_000,
};

/** All open connections, the longest unused ones found without looking at the others. */
export function createConnections(limits: ConnectionLimits, now: () => number, newRequestId: () => string) {
  const open = createLine<Connection>();
  const left = new WeakMap<Duplex, Connection>();

  /**
   * When there are too many, the first that was not active since the last time goes: so those who only hold
   * connections can't keep visitors out. Those that were are put last.
   */
  function makeRoom(): void {
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
      if (open.length() >= limits.maxConnections) makeRoom();
      connection.place = open.join(connection);
    },
    remove,
    /** It is with the HTTP server as this stream. */
    setStream: (connection: Connection, stream: Duplex): void => void left.set(stream, connection),
    removeStream: (stream: Duplex): void => void left.delete(stream),
    of: (stream: Duplex): Connection | undefined => left.get(stream),
    all: open.all,
    count: open.length,
    closeSlow,
  };
}

export type Connections = ReturnType<typeof createConnections>;
