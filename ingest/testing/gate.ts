import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A door before a server that can be shut, which cuts what goes through it, and opened again. */
export interface Gate {
  /** The target's URL with the gate's port. */
  readonly url: string;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function gateTo(target: string): Promise<Gate> {
  const url = new URL(target);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  let shut = false;
  const server = createServer((client) => {
    if (shut) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(port, host);
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  url.port = String(address.port);
  return {
    url: url.href,
    shut() {
      shut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      shut = false;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
