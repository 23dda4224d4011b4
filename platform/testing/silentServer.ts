import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that accepts connections but never responds, like a frozen server. */
export interface SilentServer {
  readonly port: number;
  close(): void;
}

/** Opens a silent server on this machine. */
export async function openSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server.address()),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new TypeError("the server does not listen on TCP");
  return address.port;
}
