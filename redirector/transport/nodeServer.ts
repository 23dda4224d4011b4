import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createLane, type Lane, type LaneEnds } from "./lane.ts";
import type { Transport, TransportEvents, TransportServer } from "./transport.ts";

/** Accepts connections with `node:net`. */
export function createNodeServer<V>(events: TransportEvents<V>): TransportServer {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    acceptSocket(socket, events, socket.remoteAddress ?? "", false),
  );
  return {
    listen: (port, host, reusePort) => listenOn(server, port, host, reusePort),
    stop: () => void server.close(),
  };
}

/** Starts to listen and resolves with the port. */
export function listenOn(server: Server, port: number, host: string, reusePort: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: 1024, reusePort }, () => {
      server.removeListener("error", reject);
      resolve(portOf(server.address()));
    });
  });
}

interface NodeTransport extends Transport {
  readonly lane: Lane | null;
}

/** Reports the events of a socket as events of the visitor with the given address. */
export function acceptSocket<V>(socket: Socket, events: TransportEvents<V>, address: string, isTls: boolean): void {
  const transport = transportOf(socket, isTls);
  const visitor = events.onOpen(transport, address);
  socket.on("data", (bytes) => {
    if (transport.lane) transport.lane.take(bytes);
    else events.onData(visitor, bytes);
  });
  socket.on("end", () => {
    transport.lane?.take(null);
    events.onEnd(visitor);
  });
  socket.on("drain", () => events.onDrain(visitor));
  socket.on("error", () => void socket.destroy());
  socket.on("close", () => {
    transport.lane?.destroy();
    events.onClose(visitor);
  });
}

function transportOf(socket: Socket, isTls: boolean): NodeTransport {
  let lane: Lane | null = null;
  const ends: LaneEnds = {
    write: (bytes, done) => void socket.write(bytes, () => done()),
    end: () => void socket.end(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  };
  return {
    isTls,
    get lane() {
      return lane;
    },
    // Copies the bytes, because Node may send from the buffer later.
    send: (bytes, start, end) => socket.write(Buffer.from(bytes.subarray(start, end))),
    isWaiting: () => socket.writableLength > 0,
    isClosed: () => socket.destroyed,
    pause: ends.pause,
    resume: ends.resume,
    end: ends.end,
    endBothWays: () => void socket.end(() => socket.destroy()),
    destroy: ends.destroy,
    toStream(buffered) {
      lane = createLane(ends, buffered);
      if (socket.readableEnded) lane.take(null);
      // Resumes in a microtask, when the stream's new owner has attached its listeners.
      queueMicrotask(ends.resume);
      return lane.stream;
    },
    reclaim() {
      const unread = lane?.release() ?? null;
      lane = null;
      return unread;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("the listener does not listen on TCP");
  return address.port;
}
