import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@hoplog/stack/processes/ports.js";

/** Something on this machine for links to lead to. */
export async function openDestination(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Destination</title><h1>You have arrived</h1>");
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}/landing`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
