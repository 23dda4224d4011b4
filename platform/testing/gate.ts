import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy in front of a server. Shutting the proxy cuts its connections and resets new ones until it is opened again.
 */
export interface Gate {
  readonly port: number;
  shut(): void;
  open(): void;
  /** Cuts the current connections, but stays open. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens a gate; `port` 0 selects a free port. Both ends are on 127.0.0.1. */
export async function openGate(target: number, port = 0): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((client) => {
    if (isShut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    shut() {
      isShut = true;
      cut();
    },
    open() {
      isShut = false;
    },
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
