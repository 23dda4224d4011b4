import { once } from "node:events";
import type { Server } from "node:net";

/** Makes a server listen only on this machine; resolves with its port. */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a TCP port");
  return address.port;
}
