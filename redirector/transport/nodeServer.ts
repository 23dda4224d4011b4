import { type AddressInfo, createServer, type Socket } from "node:net";
import type { Transport, TransportEvents, TransportServer } from "./transport.ts";

/** Connections by `node:net`. */
export function createNodeServer<V>(events: TransportEvents<V>): TransportServer {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => accept(socket, events));
  return {
    listen: (port, host, reusePort) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port, host, backlog: 1024, reusePort }, () => {
          server.removeListener("error", reject);
          resolve(portOf(server.address()));
        });
      }),
    stop: () => void server.close(),
  };
}

function accept<V>(socket: Socket, events: TransportEvents<V>): void {
  const visitor = events.onOpen(transportOf(socket, () => detach()));
  const onData = (bytes: Buffer): void => events.onData(visitor, bytes);
  const onEnd = (): void => events.onEnd(visitor);
  const onDrain = (): void => events.onDrain(visitor);
  const onError = (): void => void socket.destroy();
  const detach = (): void => {
    socket.off("data", onData).off("end", onEnd).off("drain", onDrain).off("error", onError);
  };
  socket.on("close", () => events.onClose(visitor));
  socket.on("data", onData).on("end", onEnd).on("drain", onDrain).on("error", onError);
}

function transportOf(socket: Socket, detach: () => void): Transport {
  return {
    address: socket.remoteAddress ?? "",
    // Node sends from the bytes themselves, and perhaps later.
    send: (bytes, start, end) => socket.write(Buffer.from(bytes.subarray(start, end))),
    isWaiting: () => socket.writableLength > 0,
    isClosed: () => socket.destroyed,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end: () => void socket.end(),
    endBothWays: () => void socket.end(() => socket.destroy()),
    destroy: () => void socket.destroy(),
    toStream(buffered) {
      detach();
      if (buffered) socket.unshift(buffered);
      // The stream's new owner reads it as soon as it has it.
      queueMicrotask(() => socket.resume());
      return socket;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("the listener is not on TCP");
  return address.port;
}
