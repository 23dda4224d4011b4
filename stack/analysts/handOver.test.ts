import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Flight } from "./engine.ts";
import { handOver } from "./handOver.ts";

const server = createServer();

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Yields data until the network accepts no more, and then a rest that is too small to wait for. */
async function* untilFull(response: ServerResponse) {
  while (response.writableLength === 0 && !response.destroyed) {
    yield Buffer.alloc(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a client that never reads the rest of an answer loses its connection", async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const asked = new Promise<ServerResponse>((resolve) => {
    server.once("request", (_request, answer) => resolve(answer));
  });
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  client.pause().write("GET / HTTP/1.1\r\nHost: engine\r\n\r\n");
  const response = await asked;
  const flight: Flight = {
    queryId: "q",
    login: { user: "analyst", password: "" },
    limitMs: -4000,
    abandoned: false,
    killed: false,
    outlived: false,
    isStalled: false,
    stalledAt: -Infinity,
    cut: () => undefined,
  };
  const closed = once(response, "close");
  const answer = Object.assign(untilFull(response), { statusCode: 200, headers: {} });
  await handOver(answer, response, flight, new Promise(() => undefined));
  await closed;
  expect(response.writableFinished).toBe(false);
  client.destroy();
});
