import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** A request that the app received. */
export interface Told {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly sha1: string;
}

/**
 * Starts a fake app, which responds to each request with what it received. `/api/stream` writes a line for each call of
 * `next`, `/api/early` does not read bodies, `/api/cut` closes the connection in the middle of its response,
 * `/api/moved` redirects, `/api/no-such` gets 404, `/api/large` sends as many bytes as its query requests, and
 * `/graphql` echoes over WebSockets, unless its query is `refuse`.
 */
export async function startAppServer() {
  const asked: Told[] = [];
  const streams = new Set<(line: string) => void>();
  let open = 0;
  let lastBytes = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    open++;
    response.once("close", () => open--);
    const { method = "", url = "", headers } = request;
    if (url === "/api/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      const write = (line: string): void => void response.write(line);
      streams.add(write);
      response.once("close", () => streams.delete(write));
      return;
    }
    if (url.startsWith("/api/large?")) {
      let left = Number(url.split("?")[1]);
      const more = (): void => {
        while (left > 0) {
          const size = Math.min(left, 65_536);
          left -= size;
          if (!response.write(Buffer.alloc(size, 65))) return void response.once("drain", more);
        }
        response.end();
      };
      return more();
    }
    if (url === "/api/early") {
      response.writeHead(413, { "content-length": "0" }).end();
      return;
    }
    if (url === "/api/cut") {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
      return;
    }
    const hash = createHash("sha1");
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      lastBytes = bytes;
      hash.update(chunk);
    });
    request.on("end", () => {
      const told = { method, url, headers, bytes, sha1: hash.digest("hex") };
      asked.push(told);
      response.setHeader("set-cookie", ["a=1; Path=/", "b=2; HttpOnly"]);
      response.setHeader("keep-alive", "timeout=99");
      if (url.startsWith("/api/moved")) return response.writeHead(307, { location: "/api/there" }).end();
      response.writeHead(url.startsWith("/api/no-such") ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(told));
    });
  });
  server.on("connection", () => connections++);
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    if (request.url?.endsWith("?refuse")) {
      socket.end("HTTP/1.1 401 Unauthorized\r\nContent-Length: 6\r\nX-Inner: yes\r\n\r\nsecret");
      return;
    }
    asked.push({ method: "GET", url: request.url ?? "", headers: request.headers, bytes: 0, sha1: "" });
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      webSocket.on("message", (message: Buffer) => webSocket.send(`echo ${message.toString()}`)),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** Returns the number of open requests and WebSockets. */
    open: () => open + sockets.clients.size,
    /** Returns the number of connections that the app has accepted. */
    connections: () => connections,
    /** Returns the bytes received of the last body. */
    lastBytes: () => lastBytes,
    next: (line: string) => streams.forEach((write) => write(line)),
    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

export type AppServer = Awaited<ReturnType<typeof startAppServer>>;
