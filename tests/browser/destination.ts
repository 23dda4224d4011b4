import { once } from "node:events";
import { createServer } from "node:http";
import { freePort } from "@hoplog/platform/process/freePort.js";

const page = `<!doctype html><title>Destination</title><meta name="description" content="Where links of tests lead">
<link rel="icon" href="/icon.png"><meta property="og:image" content="/icon.png"><h1>You have arrived</h1>`;
/** A PNG image of one pixel. */
const icon = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Starts a local server as a destination for links; one of its pages returns 404. */
export async function openDestination(): Promise<{ url: string; goneUrl: string; close(): void }> {
  const server = createServer(({ url }, response) => {
    if (url === "/gone") response.statusCode = 404;
    response.setHeader("content-type", url === "/icon.png" ? "image/png" : "text/html");
    response.end(url === "/icon.png" ? icon : page);
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}/landing`,
    goneUrl: `http://127.0.0.1:${port}/gone`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
